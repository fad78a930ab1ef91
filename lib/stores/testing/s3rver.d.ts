declare module "@20minutes/s3rver" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Options = {
    directory: string;
    silent: boolean;
    allowMismatchedSignatures?: boolean;
    configureBuckets: { name: string }[];
  };
  class S3rver {
    constructor(options: Options);
    configureBuckets(): Promise<unknown>;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
  }
  export = S3rver;
}
