import { ApiError, actingUserId } from "@/components/data/api";
import { ACTING_USER_HEADER } from "@/lib/users/types";

type UploadOptions = {
  /** Called with the part that is sent, from 0 to 1. */
  onProgress: (part: number) => void;
};

/**
 * Sends a file as the body of a POST and returns the parsed response. Not by `fetch`, which doesn't say how much is sent.
 *
 * @throws {ApiError} if the response is not a success
 * @throws TypeError if there is no response, as `fetch` does
 */
export function upload<T>(path: string, file: Blob, { onProgress }: UploadOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const actingUser = actingUserId();
    request.open("POST", path);
    request.setRequestHeader("Content-Type", file.type);
    if (actingUser !== undefined) request.setRequestHeader(ACTING_USER_HEADER, actingUser);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const isSuccess = request.status >= 200 && request.status < 300;
      if (isSuccess) resolve(JSON.parse(request.responseText));
      else reject(new ApiError(request.status, request.responseText, request.statusText));
    };
    request.onerror = () => reject(new TypeError("The file could not be sent"));
    request.send(file);
  });
}
