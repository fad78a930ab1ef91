import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { isForeignKeyViolation, prisma, type Transaction } from "@/lib/db/prisma";
import { execute, sql } from "@/lib/db/sql";
import { AppError, notFound } from "@/lib/errors";
import { designSchema, type QrDesign } from "@/lib/qr/design";
import { DESIGN_LOCKED, designInForce } from "@/lib/qr/designs/design-in-force";
import { LOGO_NOT_FOUND } from "@/lib/qr/designs/logos";
import { assertDesign } from "@/lib/qr/designs/prove";
import { DESIGN_CHANGED, type ResetUrlDesignInput, type UrlDesignInput } from "@/lib/qr/designs/template-schema";
import { getTemplateOrThrow, isSameDesign } from "@/lib/qr/designs/templates";
import type { UrlDesign } from "@/lib/qr/types";
import type { ShortUrlRow } from "@/lib/urls/dto";
import { getEditableUrlOrThrow, getUrlOrThrow } from "@/lib/urls/queries";
import { lockUnmovedUrl } from "@/lib/urls/update";

export const DELETED_NOT_DESIGNED = "A deleted link's design can't be changed";
export const TEMPLATE_OF_OTHER_GROUP = "This template belongs to a different group than the link";

/**
 * The design chosen for a link that the actor may see, and the one in force.
 *
 * @throws AppError not_found
 */
export async function getUrlDesign(actor: Actor, urlId: string): Promise<UrlDesign> {
  const { url } = await getUrlOrThrow(actor, urlId);
  return readUrlDesign(url);
}

/**
 * Gives a link its own design, or one of the templates that it may have. A no-op if it has that already.
 *
 * @throws AppError not_found, forbidden; invalid if the design can't be scanned; conflict if the link is deleted, was
 *   moved since it was read, has another choice than `ifChosen`, or another one is locked; unavailable
 */
export async function setUrlDesign(actor: Actor, urlId: string, input: UrlDesignInput): Promise<UrlDesign> {
  const url = await getDesignableUrlOrThrow(actor, urlId);
  const { templateId, design, ifChosen } = input;
  if (templateId !== undefined) await assertUsable(actor, templateId, url);
  if (design !== undefined) await getDesignableUrlOrThrow(await assertDesign(actor, design), urlId);
  await store(actor, url, { templateId, design, ifChosen });
  return readUrlDesign(url);
}

async function getDesignableUrlOrThrow(actor: Actor, urlId: string): Promise<ShortUrlRow> {
  const url = await getEditableUrlOrThrow(actor, urlId);
  if (url.status === "deleted") throw new AppError("conflict", DELETED_NOT_DESIGNED);
  if ((await designInForce(url)).isLocked) throw new AppError("conflict", DESIGN_LOCKED);
  return url;
}

/**
 * Removes a link's design, so that it has the default. A no-op if it has none.
 *
 * @throws AppError not_found, forbidden; conflict if the link was moved since it was read, or has another choice than
 *   `ifChosen`
 */
export async function resetUrlDesign(
  actor: Actor,
  urlId: string,
  { ifChosen }: ResetUrlDesignInput = {},
): Promise<UrlDesign> {
  const url = await getEditableUrlOrThrow(actor, urlId);
  await prisma().$transaction(async (tx) => {
    await lockUnmovedUrl(tx, actor, url);
    const before = await readChosen(tx, url.id);
    if (!before) return;
    assertReplaced(before, ifChosen);
    const { count } = await tx.qrDesign.deleteMany({ where: { urlId: url.id } });
    // It went with its template meanwhile.
    if (count === 0) return;
    await recordAudit(tx, actor, { action: "short_url.reset_design", subject: subjectOf(url), before });
  });
  return readUrlDesign(url);
}

async function assertUsable(actor: Actor, templateId: string, { groupId }: ShortUrlRow): Promise<void> {
  const { template } = await getTemplateOrThrow(actor, templateId);
  if (template.groupId !== null && template.groupId !== groupId) {
    throw new AppError("invalid", TEMPLATE_OF_OTHER_GROUP, "templateId");
  }
}

type Chosen = { templateId?: string | null | undefined; design?: QrDesign | undefined };
type Stored = Chosen & { ifChosen: UrlDesign["chosen"] | undefined };

async function store(actor: Actor, url: ShortUrlRow, { templateId = null, design, ifChosen }: Stored): Promise<void> {
  const storing = prisma().$transaction(async (tx) => {
    // Proving takes a second, in which the link may have been deleted or moved.
    const { status } = await lockUnmovedUrl(tx, actor, url);
    if (status === "deleted") throw new AppError("conflict", DELETED_NOT_DESIGNED);
    const before = await readChosen(tx, url.id);
    if (before && isSame(before, { templateId, design })) return;
    assertReplaced(before, ifChosen);
    await execute(
      tx,
      sql`
        INSERT INTO qr_designs (url_id, template_id, design, logo_id, updated_at)
        VALUES (${url.id}::uuid, ${templateId}::uuid, ${design ? JSON.stringify(design) : null}::jsonb,
                ${design?.logo?.id ?? null}::uuid, now())
        ON CONFLICT (url_id) DO UPDATE SET template_id = excluded.template_id, design = excluded.design,
          logo_id = excluded.logo_id, updated_at = excluded.updated_at`,
    );
    await recordAudit(tx, actor, {
      action: "short_url.set_design",
      subject: subjectOf(url),
      ...(before && { before }),
      after: design ? { design } : { templateId },
    });
  });
  await storing.catch((error) => {
    // The template was deleted since it was checked.
    if (!isForeignKeyViolation(error)) throw error;
    throw templateId === null ? new AppError("invalid", LOGO_NOT_FOUND, "design.logo.id") : notFound("Template");
  });
}

function isSame(before: NonNullable<UrlDesign["chosen"]>, { templateId, design }: Chosen): boolean {
  return "design" in before
    ? design !== undefined && isSameDesign(design, before.design)
    : templateId === before.templateId;
}

function assertReplaced(before: UrlDesign["chosen"], ifChosen: UrlDesign["chosen"] | undefined): void {
  if (ifChosen === undefined) return;
  const isReplaced = before && ifChosen ? isSame(before, ifChosen) : before === ifChosen;
  if (!isReplaced) throw new AppError("conflict", DESIGN_CHANGED);
}

async function readUrlDesign(url: ShortUrlRow): Promise<UrlDesign> {
  const [chosen, inForce] = await Promise.all([readChosen(prisma(), url.id), designInForce(url)]);
  return { chosen, inForce };
}

async function readChosen(client: Transaction, urlId: string): Promise<UrlDesign["chosen"]> {
  const row = await client.qrDesign.findUnique({ where: { urlId } });
  if (!row) return null;
  const { templateId, design } = row;
  return templateId === null ? { design: designSchema.parse(design) } : { templateId };
}

function subjectOf({ id, shortCode }: ShortUrlRow) {
  return { type: "short_url", id, label: shortCode };
}
