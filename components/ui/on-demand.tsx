"use client";

import { type ComponentType, useEffect, useReducer } from "react";
import { toast } from "@/components/ui/toast-store";

type Openable = { open: boolean; onOpenChange: (open: boolean) => void };

/**
 * A dialog whose code comes when somebody is about to open it: forms and their checks weigh more than the screens
 * that they stand on. Spread `intent` on what opens it, so that the code is mostly there before the click is.
 */
export function onDemand<Props extends Openable>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;

  function preload(): Promise<void> {
    loading ??= load().then(
      (component) => {
        Loaded = component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  function OnDemand(props: Props) {
    const { open, onOpenChange } = props;
    const [wasOpened, rerender] = useReducer(() => true, false);
    const isAwaited = open && !wasOpened;
    useEffect(() => {
      if (!isAwaited || Loaded) return;
      let isGone = false;
      preload().then(
        () => isGone || rerender(),
        () => {
          if (isGone) return;
          onOpenChange(false);
          toast({ variant: "destructive", title: "Error", description: LOAD_FAILED });
        },
      );
      return () => {
        isGone = true;
      };
    }, [isAwaited, onOpenChange]);
    // Drawn while it closes too; never before it is opened.
    if (isAwaited && Loaded) rerender();
    return Loaded && (open || wasOpened) ? <Loaded {...props} /> : null;
  }

  const onIntent = () => void preload().catch(() => undefined);
  return Object.assign(OnDemand, { intent: { onPointerEnter: onIntent, onFocus: onIntent } });
}

const LOAD_FAILED = "This part of the page could not be loaded. Check your connection, or load the page again.";
