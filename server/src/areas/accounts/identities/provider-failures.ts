import { fail, type Failure } from '@vermilion/contract/kernel/errors'

/** Codes of `openid-client` and `jose` by what they mean to who signs in; every other error is a refusal. */
const clockWrong = /^(?:OAUTH_JWT_TIMESTAMP_CHECK_FAILED|ERR_JWT_EXPIRED)$/
const away =
  /^(?:OAUTH_(?:TIMEOUT|RESPONSE_IS_NOT_CONFORM|RESPONSE_IS_NOT_JSON|PARSE_ERROR)|ERR_JWKS_(?:TIMEOUT|INVALID))$/

const maxDetailLength = 300
type Details = Partial<Record<'message' | 'code' | 'error' | 'error_description', string>>

/** An error of the provider, or on the way to it. */
export function providerFailure(problem: unknown, provider: string): Failure {
  const { message = '', code = '', error, error_description: description } = problem as Details
  // The code of this sign-in was used already, or is too old.
  if (error === 'invalid_grant') return fail('identity.expired')
  if (clockWrong.test(code)) return fail('identity.clock-wrong', { provider })
  // What `fetch` throws when nobody answers is a TypeError.
  if (problem instanceof TypeError || away.test(code)) return fail('identity.provider-away', { provider })
  const detail = (description ?? error ?? message).slice(0, maxDetailLength)
  return fail('identity.provider-refused', { provider, detail })
}
