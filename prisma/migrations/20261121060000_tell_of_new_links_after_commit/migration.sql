-- Postgres commits transactions with a NOTIFY one after the other. One that inserts links and says
-- so with hop.tells_later tells of them itself, after its commit (docs/decisions/0067).
CREATE OR REPLACE FUNCTION "notify_short_url_changed"() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND current_setting('hop.tells_later', true) = 'on' THEN
    RETURN NULL;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    PERFORM pg_notify('short_url_changed', lower(OLD.short_code));
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND lower(NEW.short_code) <> lower(OLD.short_code)) THEN
    PERFORM pg_notify('short_url_changed', lower(NEW.short_code));
  END IF;
  RETURN NULL;
END
$$;
