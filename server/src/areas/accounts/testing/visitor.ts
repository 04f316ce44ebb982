import { basePath, type Endpoint } from '@vermilion/contract/kernel/endpoint'

/** A browser as far as sign-ins need one: cookies by host, redirects, and the form of the provider. */
export function createVisitor(server: string) {
  const jars = new Map<string, Map<string, string>>()

  async function send(address: string, init: RequestInit = {}): Promise<Response> {
    const { host } = new URL(address)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { redirect: 'manual', ...init, headers: { ...init.headers, cookie } })
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  const form = (fields: Readonly<Record<string, string>>): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

  async function follow(address: string, isEnd: (url: URL) => boolean, login: string): Promise<URL> {
    let url = new URL(address)
    let response = await send(url.href)
    for (let step = 0; step < 20; step++) {
      const location = response.headers.get('location')
      if (location !== null) {
        url = new URL(location, url)
        if (isEnd(url)) return url
        response = await send(url.href)
      } else {
        const page = await response.text()
        const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
        if (action === undefined) throw new Error(`the provider answers ${response.status}: ${page}`)
        const secret = /name="xsrf" value="([^"]+)"/.exec(page)?.[1]
        url = new URL(action, url)
        const fields =
          secret === undefined ? { prompt: 'login', login, password: 'any' } : { xsrf: secret, logout: 'yes' }
        response = await send(url.href, form(fields))
      }
    }
    throw new Error(`the way from ${address} does not end`)
  }

  return {
    send,
    jars,
    /** Calls the server with this browser's cookies; resolves to the envelope. */
    async call({ method, path }: Endpoint, body?: object, token?: string) {
      const response = await send(`${server}${basePath}${path}`, {
        method,
        headers: {
          language: 'en-us',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const { message, data } = (await response.json()) as { message: string; data: Record<string, unknown> | null }
      return { status: response.status, message, data: data ?? {} }
    },
    /** Opens an address of the provider and signs in there; resolves to the query that it sends the browser back with. */
    signInAt: async (address: string, login: string): Promise<string> =>
      (await follow(address, (url) => url.href.startsWith(server), login)).search.slice(1),
  }
}
