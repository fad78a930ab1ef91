import { CreateUrlButton } from "@/components/urls/create-url-button";

export function PageHeader({ title, subtitle }: { title: string; subtitle: string }) {
  return (
    <header className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="min-w-0">
        <h1 className="font-semibold text-2xl text-ink tracking-[-0.02em]">{title}</h1>
        <p className="mt-0.5 text-pretty text-base text-muted">{subtitle}</p>
      </div>
      <CreateUrlButton shortcut="c" className="w-full sm:w-auto" />
    </header>
  );
}
