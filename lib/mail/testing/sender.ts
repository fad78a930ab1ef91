import { explainFailure } from "@/lib/mail/failure";
import { sendMail } from "@/lib/mail/send";

/**
 * A process of its own that sends one mail: which certificates Node.js trusts is settled when it
 * starts. Its argument is what `sendMail` takes, as JSON; it prints what came of it.
 */
const outcome = await sendMail(...(JSON.parse(process.argv[2] ?? "") as Parameters<typeof sendMail>)).then(
  () => "sent",
  explainFailure,
);
process.stdout.write(JSON.stringify(outcome));
