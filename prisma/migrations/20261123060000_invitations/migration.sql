-- An invitation is a sign-in link with an id; ordinary links have none.
ALTER TABLE "verification_tokens" ADD COLUMN "invitation_id" UUID;
