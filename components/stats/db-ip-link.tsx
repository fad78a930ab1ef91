/** Required by CC BY 4.0 where countries are shown. */
export function DbIpLink() {
  return (
    <a href="https://db-ip.com" target="_blank" rel="noreferrer" className="rounded-sm underline hover:text-ink">
      IP geolocation by DB-IP
    </a>
  );
}
