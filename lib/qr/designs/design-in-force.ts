import { batched } from "@/lib/batched";
import { pool } from "@/lib/db/pool";
import { prisma } from "@/lib/db/prisma";
import { queryRows, sql } from "@/lib/db/sql";
import { DEFAULT_DESIGN, designSchema, type QrDesign } from "@/lib/qr/design";
import type { DesignInForce, DesignSource } from "@/lib/qr/types";

type Url = { id: string; groupId: string | null };
type Template = { id: string; groupId: string | null; name: string; design: unknown; isLocked: boolean };
type Own = { design: unknown; template: Template | null };
type Defaults = { ofGroup: Template | undefined; ofAll: Template | undefined };

export const DESIGN_LOCKED = "This link's QR code has a locked design, which can't be replaced";

const NONE: DesignInForce = { design: DEFAULT_DESIGN, source: "none", template: null, isLocked: false };

/** The design that a link's code has. Does not authorise. */
export async function designInForce(url: Url): Promise<DesignInForce> {
  return (await designsInForce([url])).get(url.id) ?? NONE;
}

/** The design of a new link's code, which has none of its own. */
export async function designOfNewUrl(groupId: string | null): Promise<QrDesign> {
  return resolve(groupId, undefined, await findDefaults(groupId)).design;
}

/**
 * The default templates of a group and of the installation. Concurrent calls share a query, as links are created often.
 */
const findDefaults = batched<string | null, Defaults>(async (groupIds) => {
  const ids = [...new Set(groupIds)].filter((id) => id !== null);
  const defaults = await queryRows<Template>(
    pool(),
    sql`
      SELECT id, group_id AS "groupId", name, design, is_locked AS "isLocked" FROM qr_templates
      WHERE is_default AND (group_id IS NULL OR group_id = ANY (${ids}::uuid[]))`,
    "find-default-templates",
  );
  const byGroup = new Map(defaults.map((template) => [template.groupId, template]));
  return groupIds.map((id) => ({ ofGroup: id === null ? undefined : byGroup.get(id), ofAll: byGroup.get(null) }));
});

/** The designs that links' codes have, by link: two queries for any number of them. Does not authorise. */
export async function designsInForce(urls: readonly Url[]): Promise<ReadonlyMap<string, DesignInForce>> {
  const [found, chosen] = await Promise.all([
    Promise.all(urls.map(async ({ id, groupId }) => ({ id, groupId, defaults: await findDefaults(groupId) }))),
    prisma().qrDesign.findMany({
      where: { urlId: { in: urls.map(({ id }) => id) } },
      include: { template: true },
    }),
  ]);
  const byUrl = new Map(chosen.map((own) => [own.urlId, own]));
  return new Map(found.map(({ id, groupId, defaults }) => [id, resolve(groupId, byUrl.get(id), defaults)]));
}

/**
 * In order of precedence: a locked default, the installation's first; the link's own choice; its group's default; the
 * installation's default. A template of a group that the link has left doesn't count.
 */
function resolve(groupId: string | null, own: Own | undefined, { ofGroup, ofAll }: Defaults): DesignInForce {
  if (ofAll?.isLocked) return fromTemplate(ofAll, "installation");
  if (ofGroup?.isLocked) return fromTemplate(ofGroup, "group");
  if (own?.design) return { ...NONE, design: designSchema.parse(own.design), source: "own" };
  const template = own?.template;
  if (template && (template.groupId === null || template.groupId === groupId)) {
    return fromTemplate(template, "template");
  }
  if (ofGroup) return fromTemplate(ofGroup, "group");
  return ofAll ? fromTemplate(ofAll, "installation") : NONE;
}

function fromTemplate({ id, name, design, isLocked }: Template, source: DesignSource): DesignInForce {
  // A template that is locked only for other links doesn't lock this one.
  return {
    design: designSchema.parse(design),
    source,
    template: { id, name },
    isLocked: isLocked && source !== "template",
  };
}
