import { mailHtml } from "@/lib/mail/layout";
import { signInMail } from "@/lib/mail/sign-in-mail";

const attack = `"><script>alert('1')</script>&`;

test("whatever stands in a mail is text, not HTML", () => {
  const html = mailHtml({
    brand: `brand${attack}`,
    title: `title${attack}`,
    action: { label: `label${attack}`, link: `https://hop.example/${attack}` },
    paragraphs: [`paragraph${attack}`],
  });
  expect(html).not.toContain("<script");
  const escaped = "&quot;&gt;&lt;script&gt;alert('1')&lt;/script&gt;&amp;";
  for (const word of ["brand", "title", "label", "https://hop.example/", "paragraph"]) {
    expect(html).toContain(word + escaped);
  }
  expect(html).toContain(`href="https://hop.example/${escaped}"`);
});

test("the mail with a magic link says what it is for, in text and HTML", () => {
  const link = "https://hop.example/auth/verify/abc";
  const { subject, text, html } = signInMail({ link, brand: "Hop & Co", minutes: 10 });
  expect(subject).toBe("Sign in to Hop & Co");
  expect(text.split("\n")).toContain(link);
  expect(html).toContain(`<a href="${link}"`);
  expect(html).toContain("Hop &amp; Co");
  for (const part of [text, html]) expect(part).toContain("within 10 minutes");
});
