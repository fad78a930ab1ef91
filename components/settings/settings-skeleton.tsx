import { BASE_URL_WORDS, MAIL_WORDS, QR_WORDS } from "@/components/settings/setting-words";
import { SettingsPair, SettingsSection } from "@/components/settings/settings-section";
import { Skeleton } from "@/components/ui/skeleton";

export function SettingsSkeleton() {
  return (
    <div aria-busy className="grid gap-6">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <SettingsSection {...BASE_URL_WORDS}>
        <FieldSkeleton hint />
      </SettingsSection>
      <SettingsSection {...MAIL_WORDS} footer={<FooterSkeleton />}>
        <SettingsPair>
          <FieldSkeleton />
          <FieldSkeleton />
        </SettingsPair>
        <span className="-mt-2 flex h-5 items-center">
          <Skeleton className="w-64 max-w-full" />
        </span>
        <FieldSkeleton />
        <FieldSkeleton />
        <FieldSkeleton hint />
        <FieldSkeleton hint />
      </SettingsSection>
      <SettingsSection {...QR_WORDS}>
        <Skeleton className="h-16" />
      </SettingsSection>
      <div className="short:static sticky bottom-3 flex justify-end rounded-xl border border-line bg-raised p-2 sm:px-5 sm:py-3">
        <Skeleton className="h-9 w-full pointer-coarse:h-10 sm:w-32" />
      </div>
    </div>
  );
}

function FieldSkeleton({ hint }: { hint?: boolean }) {
  return (
    <div className="grid gap-1.5">
      <span className="flex h-5 items-center">
        <Skeleton className="w-24" />
      </span>
      <Skeleton className="h-9 pointer-coarse:h-10" />
      {hint && (
        <span className="flex h-5 items-center">
          <Skeleton className="w-48" />
        </span>
      )}
    </div>
  );
}

function FooterSkeleton() {
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-center sm:justify-between">
      <span className="flex h-5 items-center">
        <Skeleton className="w-56" />
      </span>
      <Skeleton className="h-9 pointer-coarse:h-10 sm:w-36" />
    </div>
  );
}
