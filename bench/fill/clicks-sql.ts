/** Visitors' devices, systems, browsers and user agents, most frequent first. */
const AGENTS = [
  [
    "mobile",
    "iOS",
    "Safari",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.6 Mobile/15E148 Safari/604.1",
  ],
  [
    "mobile",
    "Android",
    "Chrome",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Mobile Safari/537.36",
  ],
  [
    "desktop",
    "Windows",
    "Chrome",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Safari/537.36",
  ],
  [
    "desktop",
    "macOS",
    "Chrome",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Safari/537.36",
  ],
  [
    "desktop",
    "Windows",
    "Edge",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 Safari/537.36 Edg/154.0.0.0",
  ],
  ["desktop", "Linux", "Firefox", "Mozilla/5.0 (X11; Linux x86_64; rv:156.0) Gecko/20100101 Firefox/156.0"],
  [
    "tablet",
    "iOS",
    "Safari",
    "Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.6 Mobile/15E148 Safari/604.1",
  ],
];

const SITES = ["google.com", "instagram.com", "facebook.com", "linkedin.com", "x.com", "bing.com", "reddit.com"];
const COUNTRIES = "US DE GB FR IN BR NL SE AT CH ES IT PL CA AU JP DK NO FI MX ZA KR PT BE CZ IE NZ GR HU RO".split(
  " ",
);

const array = (values: string[]) => `ARRAY[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(", ")}]`;

/** Picks an index of a list of that length, low ones far more often. */
const skewed = (length: number, power: number) => `(1 + floor(${length} * random() ^ ${power}))::int`;

/**
 * Inserts clicks of one day, with values like those of the enrichment.
 *
 * $1: the day; $2: their number; $3: the number of links. bench_links must number the links. A few
 * links get most clicks (the first thousandth about a fifth). One click in twenty is a bot's, one in five comes from a
 * QR code, seven in ten are a visitor's first of the day, and one in fifty has a rare referrer.
 */
export const INSERT_DAY = `
  INSERT INTO clicks (url_id, occurred_at, id, access_method, is_bot, ip_address, referer, user_agent,
                      device_type, os, browser, referrer_host, country, visitor_hash)
  SELECT bench_links.id, occurred_at, gen_random_uuid(), (CASE WHEN is_qr THEN 'qr' ELSE 'direct' END)::access_method,
         is_bot, '100.' || 64 + visitor % 64 || '.' || visitor / 64 % 256 || '.' || visitor / 16384 % 256,
         'https://' || site || '/', CASE WHEN is_bot THEN 'curl/8.14.1' ELSE (${array(AGENTS.map((agent) => agent[3] ?? ""))})[agent] END,
         CASE WHEN NOT is_bot THEN (${array(AGENTS.map(([device = ""]) => device))})[agent] END,
         CASE WHEN NOT is_bot THEN (${array(AGENTS.map(([, os = ""]) => os))})[agent] END,
         CASE WHEN NOT is_bot THEN (${array(AGENTS.map((agent) => agent[2] ?? ""))})[agent] END,
         site, (${array(COUNTRIES)})[country],
         CASE WHEN NOT is_bot THEN left(md5($1::text || visitor), 22) END
  FROM (
    SELECT $1::date::timestamp AT TIME ZONE 'UTC' + random() ^ 0.8 * interval '1 day' AS occurred_at,
           (1 + floor($3::int * random() ^ 4))::int AS n,
           random() < 0.05 AS is_bot,
           random() < 0.2 AS is_qr,
           floor(random() * $2::int * 1.2)::int AS visitor,
           ${skewed(AGENTS.length, 2)} AS agent,
           ${skewed(COUNTRIES.length, 2.5)} AS country,
           CASE WHEN chance < 0.45 THEN NULL
                WHEN chance < 0.98 THEN (${array(SITES)})[${skewed(SITES.length, 2)}]
                ELSE 'site-' || floor(random() * 5000) || '.example' END AS site
    FROM (SELECT random() AS chance FROM generate_series(1, $2::int)) AS chances
    OFFSET 0
  ) AS visits
  JOIN bench_links USING (n)`;
