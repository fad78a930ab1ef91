-- Tells every process that keeps the settings in memory to read them again.
CREATE FUNCTION "notify_settings_changed"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('settings_changed', '');
  RETURN NULL;
END
$$;

CREATE TRIGGER "settings_changed"
AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "settings"
FOR EACH STATEMENT EXECUTE FUNCTION "notify_settings_changed"();
