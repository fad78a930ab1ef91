-- An overall_admin becomes a group_admin while they leave a group: each of the two transactions alone would leave
-- their keys usable. The lock makes the one that comes second see the first.
CREATE OR REPLACE FUNCTION "suspend_api_keys_of_member"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM users WHERE id = OLD.user_id FOR SHARE;
  PERFORM suspend_api_keys_of(OLD.user_id);
  RETURN NULL;
END
$$;
