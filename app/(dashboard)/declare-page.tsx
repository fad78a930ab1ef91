import { ShieldAlert } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache, type ReactNode } from "react";
import { currentUser } from "@/app/current-user";
import type { PageSearch } from "@/components/data/address";
import { InitialData, type Seed } from "@/components/data/initial-data";
import { NOT_FOUND } from "@/components/shell/not-found-screen";
import { PageHeader } from "@/components/shell/page-header";
import { SignedOut } from "@/components/shell/signed-out";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { currentUserQuery } from "@/components/users/user-queries";
import type { Actor } from "@/lib/actor";
import { toActor } from "@/lib/auth/session";
import { loadPage } from "@/lib/http/load-page";
import type { CurrentUser } from "@/lib/users/types";

/** What a page shows before its data is there; shared by `page` and `loading`. */
export type Screen = {
  title: string;
  subtitle: string;
  /** Above the title. Without a user while loading. */
  above?: (user?: CurrentUser) => ReactNode;
  /** A link in the header to a page that belongs to this one. Without a user while loading. */
  link?: (user?: CurrentUser) => ReactNode;
  /** The screen's primary action, if it isn't creating a short URL. */
  action?: {
    can: (user: CurrentUser) => boolean;
    /** In the header, unless the view has it. Without a user while loading. */
    button?: (user?: CurrentUser) => ReactNode;
  };
  skeleton: ReactNode;
};

type Seeds = readonly (Seed | Promise<Seed>)[];

/** The data a view needs, as [query, data] pairs made by `seed`. */
export type Load = (actor: Actor, search: PageSearch) => Seeds | Promise<Seeds>;

type PageDeclaration = {
  /** Absent if the view includes its own header. */
  screen?: Screen;
  /** Who may open the page; everyone signed in if absent. */
  access?: { can: (user: CurrentUser) => boolean; denied: string };
  load?: Load;
  view: (actor: Actor) => ReactNode | Promise<ReactNode>;
  /** What those see who are not signed in; by default they go to the sign-in screen. */
  signedOut?: (search: PageSearch) => Promise<ReactNode>;
};

/** A page of the dashboard: checks who opens it, loads its data on the server and shows its view. */
export function page({ screen, access, load, view, signedOut }: PageDeclaration) {
  return async function Page({ searchParams }: { searchParams: Promise<PageSearch> }) {
    const loadedAt = Date.now();
    const user = await currentUser();
    if (!user) return signedOut ? signedOut(await searchParams) : <SignedOut />;
    if (access && !access.can(user)) {
      return (
        <Framed screen={screen} user={user}>
          <AccessDenied description={access.denied} />
        </Framed>
      );
    }
    return (
      <WithData
        loadedAt={loadedAt}
        user={user}
        load={load}
        search={await searchParams}
        view={async (actor) => (
          <Framed screen={screen} user={user}>
            {await view(actor)}
          </Framed>
        )}
      />
    );
  };
}

type SubjectPageDeclaration<Subject> = {
  /** Finds what the path names; null if it doesn't exist or the actor may not see it. */
  find: (actor: Actor, id: string) => Promise<Subject | null>;
  title: (subject: Subject) => string;
  load: (actor: Actor, subject: Subject, search: PageSearch) => Seeds;
  /** Includes its own header. */
  view: (subject: Subject) => ReactNode;
};

/**
 * A page about one thing, such as `/urls/{id}`. Nothing may stream before it, such as a `loading` above it: its status
 * is 404 if the actor may not see the thing.
 */
export function subjectPage<Subject>({ find, title, load, view }: SubjectPageDeclaration<Subject>) {
  /** Once per request, for the page and its title. */
  const findFor = cache(async (id: string) => {
    const user = await currentUser();
    return user && find(toActor(user), id);
  });
  async function Page({ params, searchParams }: SubjectPageProps) {
    const loadedAt = Date.now();
    const user = await currentUser();
    if (!user) return <SignedOut />;
    const [{ id }, search] = await Promise.all([params, searchParams]);
    const subject = await findFor(id);
    if (subject === null) notFound();
    return (
      <WithData
        loadedAt={loadedAt}
        user={user}
        load={(actor) => load(actor, subject, search)}
        view={() => view(subject)}
      />
    );
  }
  async function generateMetadata({ params }: SubjectPageProps): Promise<Metadata> {
    if (!(await currentUser())) return {};
    const subject = await findFor((await params).id);
    return { title: subject === null ? NOT_FOUND : title(subject) };
  }
  return { Page, generateMetadata };
}

type SubjectPageProps = { params: Promise<{ id: string }>; searchParams: Promise<PageSearch> };

/** The page while it loads. */
export function loading(screen: Screen) {
  return function Loading() {
    return <Framed screen={screen}>{screen.skeleton}</Framed>;
  };
}

type FramedProps = { screen: Screen | undefined; user?: CurrentUser; children: ReactNode };

function Framed({ screen, user, children }: FramedProps) {
  if (!screen) return children;
  const { title, subtitle, above, link, action } = screen;
  const own = user && !action?.can(user) ? undefined : action;
  return (
    <>
      {above?.(user)}
      <PageHeader
        title={title}
        subtitle={subtitle}
        link={link?.(user)}
        action={own?.button?.(user)}
        hasOwnAction={own !== undefined}
        isLoading={!user}
      />
      {children}
    </>
  );
}

type WithDataProps = Pick<PageDeclaration, "load" | "view"> & {
  /** When the user was read, in ms. */
  loadedAt: number;
  user: CurrentUser;
  search?: PageSearch;
};

/** Shows a view once its data is loaded, and hands the data to its queries. */
async function WithData({ loadedAt, user, load = () => [], search = {}, view }: WithDataProps) {
  const actor = toActor(user);
  const [seeds, content] = await Promise.all([
    loadPage(async () => Promise.all(await load(actor, search))),
    view(actor),
  ]);
  return (
    <InitialData loadedAt={loadedAt} seeds={[[currentUserQuery.queryKey, user], ...seeds]}>
      {content}
    </InitialData>
  );
}

function AccessDenied({ description }: { description: string }) {
  return (
    <Card aria-label="Access Denied">
      <EmptyState icon={ShieldAlert} title="Access Denied" description={description} />
    </Card>
  );
}
