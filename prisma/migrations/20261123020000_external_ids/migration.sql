-- AlterTable
ALTER TABLE "short_urls" ADD COLUMN     "external_id" TEXT;
