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

/** Visitors' languages, most frequent first. */
const LANGUAGES = ["de", "en", "es", "fr", "zh", "ar", "pl", "uk"];

const array = (values: string[]) => `ARRAY[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(", ")}]`;

/** Picks an index of a list of this length, low ones far more often. */
const skewed = (length: number, power: number) => `(1 + floor(${length} * random() ^ ${power}))::int`;

/** Versions of each browser, so that there are hundreds of user agents, as there are among visitors. */
const VERSIONS = 60;
/** The number of sites that send a few visitors each. The product counts at most 1,000 sites a day. */
const RARE_SITES = 5_000;
const RARE_SITES_A_DAY = 900;

/**
 * Inserts the user agents, referrers and places that INSERT_DAY refers to. bench_agents numbers the user agents, the
 * most frequent first; 0 is a bot's.
 */
export const INSERT_VALUES = [
  `CREATE TABLE bench_agents AS
   SELECT 1 + kind + version * ${AGENTS.length} AS n, nextval('user_agents_id_seq')::int AS id,
          (${array(AGENTS.map(([device = ""]) => device))})[kind + 1] AS device_type,
          (${array(AGENTS.map(([, os = ""]) => os))})[kind + 1] AS os,
          (${array(AGENTS.map((agent) => agent[2] ?? ""))})[kind + 1] AS browser,
          (${array(AGENTS.map((agent) => agent[3] ?? ""))})[kind + 1] || ' Version/' || version AS user_agent
   FROM generate_series(0, ${AGENTS.length - 1}) AS kind, generate_series(0, ${VERSIONS - 1}) AS version
   UNION ALL SELECT 0, nextval('user_agents_id_seq')::int, NULL, NULL, NULL, 'curl/8.14.1'`,
  `INSERT INTO user_agents (id, digest, last_month, device_type, os, browser, user_agent)
   SELECT id, gen_random_uuid(), now(), device_type, os, browser, user_agent FROM bench_agents`,
  `CREATE TABLE bench_sites AS
   SELECT place::int AS n, nextval('referrers_id_seq')::int AS id, site
   FROM unnest(${array(SITES)} || ARRAY(SELECT 'site-' || n || '.example' FROM generate_series(1, ${RARE_SITES}) AS n))
     WITH ORDINALITY AS sites (site, place)`,
  `INSERT INTO referrers (id, digest, last_month, referer, referrer_host)
   SELECT id, gen_random_uuid(), now(), 'https://' || site || '/', site FROM bench_sites`,
  `CREATE TABLE bench_places AS
   SELECT place::int AS n, language_n::int, nextval('places_id_seq')::int AS id, country, language
   FROM unnest(${array(COUNTRIES)}) WITH ORDINALITY AS countries (country, place),
        unnest(${array(LANGUAGES)}) WITH ORDINALITY AS languages (language, language_n)`,
  `INSERT INTO places (id, digest, last_month, country, language)
   SELECT id, gen_random_uuid(), now(), country, language FROM bench_places`,
];

/**
 * Inserts clicks of one day, in their order, with values like those of the enrichment.
 *
 * $1: the day; $2: their number; $3: the number of links. bench_links must number the links. A few links get most
 * clicks (the first thousandth about a fifth). One click in twenty is a bot's, one in five comes from a QR code, seven
 * in ten are a visitor's first of the day, and one in fifty has a rare referrer. All have a language.
 */
export const INSERT_DAY = `
  INSERT INTO visits (occurred_at, visitor, url_id, id, user_agent_id, referrer_id, place_id, is_qr, is_bot, ip_address)
  SELECT occurred_at, CASE WHEN NOT is_bot THEN ('x' || left(md5($1::text || visitor), 16))::bit(64)::bigint END,
         bench_links.id, gen_random_uuid(), bench_agents.id, coalesce(bench_sites.id, 0), bench_places.id, is_qr, is_bot,
         ('100.' || 64 + visitor % 64 || '.' || visitor / 64 % 256 || '.' || visitor / 16384 % 256)::inet
  FROM (
    SELECT $1::date::timestamp AT TIME ZONE 'UTC' + random() ^ 0.8 * interval '1 day' AS occurred_at,
           (1 + floor($3::int * random() ^ 4))::int AS n,
           is_bot,
           random() < 0.2 AS is_qr,
           floor(random() * $2::int * 1.2)::int AS visitor,
           CASE WHEN is_bot THEN 0 ELSE ${skewed(AGENTS.length * VERSIONS, 3)} END AS agent_n,
           ${skewed(COUNTRIES.length, 2.5)} AS place_n,
           ${skewed(LANGUAGES.length, 3)} AS language_n,
           CASE WHEN chance < 0.45 THEN NULL
                WHEN chance < 0.98 THEN ${skewed(SITES.length, 2)}
                ELSE ${SITES.length} + 1
                  + (($1::date - date '2020-01-01') * 37 + floor(random() * ${RARE_SITES_A_DAY})::int) % ${RARE_SITES}
           END AS site_n
    FROM (SELECT random() AS chance, random() < 0.05 AS is_bot FROM generate_series(1, $2::int)) AS chances
    OFFSET 0
  ) AS visits
  JOIN bench_links USING (n)
  JOIN bench_agents ON bench_agents.n = agent_n
  JOIN bench_places ON bench_places.n = place_n AND bench_places.language_n = visits.language_n
  LEFT JOIN bench_sites ON bench_sites.n = site_n
  ORDER BY occurred_at`;
