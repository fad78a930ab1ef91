-- How labels are laid out; null for a ZIP file. A column without a default rewrites no rows. The previous version takes
-- such a file for a ZIP file of PDFs; what it renders has no text, and is placed on its label all the same.
ALTER TABLE "qr_files" ADD COLUMN "sheet" JSONB;
