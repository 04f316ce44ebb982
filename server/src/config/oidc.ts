import { z } from 'zod'
import { commaList } from './lists.ts'

type Variables = Readonly<Record<string, string | undefined>>

const list = z.string().default('').transform(commaList)

const isLoopback = ({ hostname }: URL) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)

/** Plain HTTP is for a provider on this machine alone: whoever is between could sign in as anybody. */
const issuer = z.string().refine((text) => {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)))
}, 'needs an address such as https://id.example.com/realms/team')

const variables = z.object({
  VERMILION_OIDC_ISSUER: issuer.optional(),
  VERMILION_OIDC_CLIENT_ID: z.string().optional(),
  VERMILION_OIDC_CLIENT_SECRET: z.string().optional(),
  VERMILION_OIDC_SCOPES: z.string().default('openid profile email'),
  VERMILION_OIDC_NAME: z.string().trim().min(1).max(60).optional(),
  VERMILION_OIDC_GROUPS: list,
  VERMILION_OIDC_GROUPS_CLAIM: z.string().default('groups'),
  VERMILION_OIDC_DOMAINS: list.transform((domains) => domains.map((domain) => domain.toLowerCase())),
  VERMILION_OIDC_LINK_EMAIL: z.enum(['true', 'false'], 'is true or false').default('false'),
  VERMILION_PASSWORD_SIGN_IN: z
    .string()
    .regex(/^(?:open|emergency:.+)$/, 'is open, or emergency:USERNAME')
    .default('open'),
  VERMILION_ADDRESS: z
    .url({ protocol: /^https?$/, error: 'needs an address such as https://vermilion.example.com' })
    .transform((address) => address.replace(/\/$/, ''))
    .optional(),
})

export type OidcSettings = NonNullable<ReturnType<typeof readOidc>['found']>

/** Reads who may sign in by an identity provider, and who still by a password. */
export function readOidc(present: Variables) {
  const parsed = variables.safeParse(present)
  if (!parsed.success)
    return { problems: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  const { VERMILION_PASSWORD_SIGN_IN: passwords, VERMILION_ADDRESS: outsideAddress, ...oidc } = parsed.data
  const emergencyAccount = passwords === 'open' ? undefined : passwords.slice('emergency:'.length).trim()
  const address = oidc.VERMILION_OIDC_ISSUER
  const clientId = oidc.VERMILION_OIDC_CLIENT_ID
  const [groups, domains] = [oidc.VERMILION_OIDC_GROUPS, oidc.VERMILION_OIDC_DOMAINS]
  const isForAll = address !== undefined && new URL(address).hostname === 'accounts.google.com'
  const problems = [
    ...(address === undefined || clientId !== undefined ? [] : ['VERMILION_OIDC_CLIENT_ID: is missing']),
    ...(isForAll && groups.length + domains.length === 0
      ? ['VERMILION_OIDC_DOMAINS: is missing, without which everybody with an account at Google could sign in']
      : []),
    ...(emergencyAccount !== undefined && address === undefined
      ? ['VERMILION_PASSWORD_SIGN_IN: closes passwords, and VERMILION_OIDC_ISSUER names nothing else to sign in with']
      : []),
  ]
  if (address === undefined || clientId === undefined) return { problems, emergencyAccount, outsideAddress }
  const settings = {
    issuer: address,
    clientId,
    clientSecret: oidc.VERMILION_OIDC_CLIENT_SECRET,
    scopes: oidc.VERMILION_OIDC_SCOPES,
    /** Shown on the button. */
    name: oidc.VERMILION_OIDC_NAME ?? new URL(address).hostname,
    /** Each list that is not empty has to be met. */
    groups,
    groupsClaim: oidc.VERMILION_OIDC_GROUPS_CLAIM,
    domains,
    /** Whether a confirmed email address signs in the account that has it as its username. */
    linksByEmail: oidc.VERMILION_OIDC_LINK_EMAIL === 'true',
  }
  return { found: settings, problems, emergencyAccount, outsideAddress }
}
