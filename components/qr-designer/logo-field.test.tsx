import { renderToStaticMarkup } from "react-dom/server";
import type { DesignFieldsProps } from "@/components/qr-designer/colour-fields";
import { toDraft } from "@/components/qr-designer/design-draft";
import { LogoField } from "@/components/qr-designer/logo-field";
import { useLogoUpload } from "@/components/qr-designer/use-logo-upload";
import { DEFAULT_DESIGN } from "@/lib/qr/design";

jest.mock("@/components/qr-designer/use-logo-upload", () => ({
  useLogoUpload: jest.fn(() => ({ send: () => {}, cancel: () => {}, progress: null, problem: null })),
}));

test("an uploaded logo keeps what was edited during the upload", () => {
  let draft = toDraft(DEFAULT_DESIGN);
  const onChange: DesignFieldsProps["onChange"] = (change) => {
    draft = typeof change === "function" ? change(draft) : change;
  };
  renderToStaticMarkup(
    <LogoField
      draft={draft}
      onChange={onChange}
      groupId={null}
      onUploading={() => undefined}
      onUploadFailed={() => undefined}
    />,
  );
  const { onUploaded } = jest.mocked(useLogoUpload).mock.calls[0]?.[1] ?? {};
  const edited = { ...draft, margin: 7 };
  draft = edited;
  onUploaded?.("1");
  expect(draft).toEqual({ ...edited, logo: { id: "1", percent: 20 } });
});
