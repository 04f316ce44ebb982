/** Those of installers and proxies that say where packages come from, and nothing of how they are installed. */
const handedOn =
  /^(?:(?:PIP|UV)_(?:INDEX|DEFAULT_INDEX|INDEX_URL|EXTRA_INDEX_URL|FIND_LINKS|CERT|CLIENT_CERT|PROXY|TRUSTED_HOST|INSECURE_HOST|TIMEOUT|DEFAULT_TIMEOUT|HTTP_TIMEOUT|RETRIES|HTTP_RETRIES|NATIVE_TLS|SYSTEM_CERTS|CONFIG_FILE)|(?:HTTPS?|ALL|NO)_PROXY|SSL_CERT_(?:FILE|DIR)|REQUESTS_CA_BUNDLE)$/i

export function readPython(present: Readonly<Record<string, string | undefined>>) {
  const index = present['VERMILION_PYTHON_INDEX']
  const path = present['PATH'] ?? ''
  const variables = Object.fromEntries(
    Object.entries(present).flatMap(([name, value]) =>
      value !== undefined && handedOn.test(name) ? [[name, value] as const] : [],
    ),
  )
  const mirror = index === undefined ? {} : { PIP_INDEX_URL: index, UV_DEFAULT_INDEX: index }
  return { configured: present['VERMILION_PYTHON'], path, variables: { ...variables, ...mirror, PATH: path } }
}
