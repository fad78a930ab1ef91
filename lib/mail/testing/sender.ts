import { explainFailure } from "@/lib/mail/failure";
import { sendMail } from "@/lib/mail/send";

/**
 * Sends one email from a separate process, because Node.js reads NODE_EXTRA_CA_CERTS only at startup. Takes the
 * arguments of `sendMail` as JSON and prints the outcome.
 */
const outcome = await sendMail(...(JSON.parse(process.argv[2] ?? "") as Parameters<typeof sendMail>)).then(
  () => "sent",
  explainFailure,
);
process.stdout.write(JSON.stringify(outcome));
