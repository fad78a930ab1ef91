import {
  addressAddedMail,
  addressChangedMail,
  alertMail,
  invitationMail,
  limitIncreaseMail,
  signInMail,
  testMail,
} from "@/lib/mail/texts";

const brand = "Hop & Co";
const link = "https://hop.example/";

const MAILS = {
  "sign-in": signInMail({ brand, link, minutes: 10 }),
  invitation: invitationMail({
    brand,
    link,
    signIn: "https://hop.example",
    expires: "Wednesday, November 25 at 10:30 AM UTC",
  }),
  "limit increase": limitIncreaseMail({ brand, link, email: "ann@example.com", urlLimit: 1 }),
  "address changed": addressChangedMail({ brand, link, newEmail: "new@example.com" }),
  "address added": addressAddedMail({ brand, link }),
  alert: alertMail({ brand, link, title: "backups are failing", text: "None was made.", remedy: "Check the log." }),
  test: testMail({ brand, link, host: "mail.example" }),
};

test.each(Object.entries(MAILS))("the %s email has the same content in text and HTML, and one link", (_name, mail) => {
  const words = mail.html
    .replace(/<head>.*<\/head>/s, "")
    .replace(/<[^>]+>/g, "\n")
    .replaceAll("&amp;", "&");
  const paragraphs = mail.text.split("\n\n").flatMap((part) => part.trim().split(":\n"));
  for (const paragraph of paragraphs) expect(words).toContain(paragraph);
  expect(words).toContain(mail.subject);
  expect(mail.html.match(/href="[^"]*"/g)).toEqual([`href="${link}"`]);
  expect(mail.text.split("\n")).toContain(link);
  expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
  expect(`${mail.subject}${mail.text}`).toContain(mail.subject.includes("requested") ? "1 active URL " : brand);
});

test("the sign-in email says when its link expires", () => {
  expect(MAILS["sign-in"].subject).toBe("Sign in to Hop & Co");
  expect(MAILS["sign-in"].text).toContain("expires in 10 minutes");
});

test("an alert names the problem and what helps", () => {
  expect(MAILS.alert.subject).toBe("Hop & Co: backups are failing");
  expect(MAILS.alert.text).toMatch(/^None was made\.\n\nCheck the log\.\n/);
});

test("the invitation says when its link expires, and what to do later", () => {
  expect(MAILS.invitation.subject).toBe("You're invited to Hop & Co");
  expect(MAILS.invitation.text).toContain("expires on Wednesday, November 25 at 10:30 AM UTC");
  expect(MAILS.invitation.text).toContain("enter your email address at https://hop.example to get");
});

test("the request for a higher limit does not claim that the limit has been reached, which is not required", () => {
  expect(MAILS["limit increase"].text).toContain("ann@example.com has a limit of 1 active URL and requested");
});

test("the email to the old address names the new one, but not the other way round", () => {
  expect(MAILS["address changed"].text).toContain("was changed to new@example.com");
  expect(MAILS["address changed"].text).toContain("contact your administrator");
  expect(MAILS["address added"].text).not.toContain("@");
});

test("all values are escaped in HTML", () => {
  const attack = `"><script>alert('1')</script>&`;
  const { html } = limitIncreaseMail({
    brand: `brand${attack}`,
    link: `https://hop.example/${attack}`,
    email: `email${attack}`,
    urlLimit: 2,
  });
  expect(html).not.toContain("<script");
  const escaped = "&quot;&gt;&lt;script&gt;alert('1')&lt;/script&gt;&amp;";
  for (const word of ["brand", "email", "https://hop.example/"]) expect(html).toContain(word + escaped);
  expect(html).toContain(`href="https://hop.example/${escaped}"`);
});
