CREATE TYPE "api_key_scope" AS ENUM ('create', 'read', 'update', 'delete');
CREATE TYPE "suspension_reason" AS ENUM ('paused', 'locked', 'deleted', 'demoted', 'not_a_member');

-- Keys that exist keep all scopes; new ones get two unless more are named.
ALTER TABLE "api_keys"
  ADD COLUMN "scopes" "api_key_scope"[] DEFAULT '{create,read,update,delete}',
  ADD COLUMN "adopted_by_id" UUID,
  ADD COLUMN "suspended_at" TIMESTAMPTZ(3),
  ADD COLUMN "suspended_reason" "suspension_reason",
  -- Never SET NULL: that would silently hand the key back to its maker.
  ADD CONSTRAINT "api_keys_adopted_by_id_fkey" FOREIGN KEY ("adopted_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  ADD CONSTRAINT "api_keys_suspended_check" CHECK (("suspended_at" IS NULL) = ("suspended_reason" IS NULL));
ALTER TABLE "api_keys"
  ALTER COLUMN "scopes" SET DEFAULT '{create,read}',
  ALTER COLUMN "scopes" SET NOT NULL;

-- A key never exceeds the rights of its owner: whoever adopted it last, else its maker. Gives why this user
-- may not own a key of this group; null: they may.
CREATE FUNCTION "api_key_owner_problem"("owner_id" uuid, "key_group_id" uuid) RETURNS "suspension_reason"
LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN status <> 'active' THEN status::text::suspension_reason
    WHEN role = 'overall_admin' THEN NULL
    WHEN role <> 'group_admin' THEN 'demoted'
    WHEN NOT EXISTS (SELECT FROM group_memberships WHERE user_id = owner_id AND group_id = key_group_id) THEN 'not_a_member'
  END
  FROM users WHERE id = owner_id
$$;

-- Suspension is stored, not derived: an owner who gets their rights back does not revive their keys. Only
-- adoption does.
CREATE FUNCTION "suspend_api_keys_of"("user_id" uuid) RETURNS void
LANGUAGE sql AS $$
  WITH suspended AS (
    UPDATE api_keys SET suspended_at = clock_timestamp(), suspended_reason = api_key_owner_problem(user_id, group_id)
    WHERE coalesce(adopted_by_id, created_by_id) = user_id AND is_active AND suspended_at IS NULL
      AND api_key_owner_problem(user_id, group_id) IS NOT NULL
    RETURNING id, name, suspended_reason
  )
  INSERT INTO audit_entries (id, occurred_at, actor_label, action, subject_type, subject_id, subject_label, before, after)
  SELECT gen_random_uuid(), clock_timestamp(), 'System', 'api_key.suspend', 'api_key', id, name,
         '{"suspended": false}', jsonb_build_object('suspended', true, 'reason', suspended_reason)
  FROM suspended
$$;

CREATE FUNCTION "suspend_api_keys_of_user"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM suspend_api_keys_of(NEW.id);
  RETURN NULL;
END
$$;

CREATE FUNCTION "suspend_api_keys_of_member"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM suspend_api_keys_of(OLD.user_id);
  RETURN NULL;
END
$$;

-- Triggers cover every path, SQL by an operator too (docs/decisions/0111).
CREATE TRIGGER "users_rights_changed"
AFTER UPDATE OF "status", "role" ON "users"
FOR EACH ROW
WHEN (OLD.status <> NEW.status OR OLD.role <> NEW.role)
EXECUTE FUNCTION "suspend_api_keys_of_user"();

CREATE TRIGGER "group_memberships_ended"
AFTER DELETE OR UPDATE ON "group_memberships"
FOR EACH ROW EXECUTE FUNCTION "suspend_api_keys_of_member"();

-- A key that is created or adopted while its owner loses their rights is suspended from the start. The locks make
-- that change wait for this one, or this one for that.
CREATE FUNCTION "check_api_key_owner"() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  owner_id uuid := coalesce(NEW.adopted_by_id, NEW.created_by_id);
BEGIN
  IF NEW.suspended_at IS NOT NULL THEN
    RETURN NEW;
  END IF;
  PERFORM FROM users WHERE id = owner_id FOR SHARE;
  PERFORM FROM group_memberships WHERE user_id = owner_id AND group_id = NEW.group_id FOR SHARE;
  NEW.suspended_reason := api_key_owner_problem(owner_id, NEW.group_id);
  NEW.suspended_at := CASE WHEN NEW.suspended_reason IS NOT NULL THEN clock_timestamp() END;
  RETURN NEW;
END
$$;

CREATE TRIGGER "api_keys_owner_checked"
BEFORE INSERT OR UPDATE OF "group_id", "created_by_id", "adopted_by_id", "suspended_at" ON "api_keys"
FOR EACH ROW EXECUTE FUNCTION "check_api_key_owner"();

SELECT suspend_api_keys_of(owner_id)
FROM (SELECT DISTINCT coalesce(adopted_by_id, created_by_id) AS owner_id FROM api_keys) AS owners;

-- Last, since these lock large tables; each changes the catalogue only. In the order in which a transaction that
-- creates a link locks them.
-- A link made with a key need not have a creator, and remembers the key, also when that is deleted: no foreign key.
ALTER TABLE "short_urls" ALTER COLUMN "created_by_id" DROP NOT NULL, ADD COLUMN "api_key_id" UUID;
ALTER TABLE "audit_entries" ADD COLUMN "api_key_id" UUID;
