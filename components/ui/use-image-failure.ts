import { useState } from "react";

/** Whether an image could not be loaded, and the handlers of its element. */
export function useImageFailure(src: string | null) {
  const [failed, setFailed] = useState<string | null>(null);
  const onError = () => setFailed(src);
  return {
    hasFailed: failed !== null && failed === src,
    handlers: {
      ref: (image: HTMLImageElement | null) => {
        // It may have failed before hydration.
        if (image?.complete && image.naturalWidth === 0) onError();
      },
      onError,
    },
  };
}
