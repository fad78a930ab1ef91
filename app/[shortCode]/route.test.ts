import { NextRequest } from "next/server";
import { GET } from "./route";

// There is no database: a look-up would return 503.
test.each(["abc", "%61bc", "a.b", "abc.html"])(
  "%s, which the front left to Next, is not looked up, since no limit applies there",
  async (shortCode) => {
    const request = new NextRequest(`https://hop.example/${shortCode}`);
    const response = await GET(request, { params: Promise.resolve({ shortCode }) });
    expect([response.status, response.headers.get("location")]).toEqual([404, null]);
    expect(await response.text()).toContain("404 Page Not Found");
  },
);
