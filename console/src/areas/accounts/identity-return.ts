import { linkStatePrefix, signInMeta, signInOffer } from '@vermilion/contract/accounts/identities'

const meta = document.querySelector<HTMLMetaElement>(`meta[name=${signInMeta}]`)
/** The ways to sign in on this server; undefined where passwords are all there is. */
export const offer = meta === null ? undefined : signInOffer.parse(JSON.parse(meta.content))

const page = `${new URL(document.baseURI).pathname}login`
/** Read when the page is loaded: the router writes numbers and the like in the address anew, and the provider's code may be one. */
let arrived = location.pathname === page && /[?&]state=/.test(location.search) ? location.search.slice(1) : null

export const isReturning = () => arrived !== null

/** The query that the identity provider sent the browser back with, once. */
export function takeReturn(): { query: string; isLink: boolean } | null {
  const query = arrived
  arrived = null
  const isLink = new URLSearchParams(query ?? '').get('state')?.startsWith(linkStatePrefix) === true
  return query === null ? null : { query, isLink }
}

const destinationKey = 'sign-in-destination'

/** Leaves for the provider; the tab remembers where it was going. */
export function leaveFor(address: string, destination = '/'): void {
  sessionStorage.setItem(destinationKey, destination)
  location.assign(address)
}

export const destination = (): string => sessionStorage.getItem(destinationKey) ?? '/'
