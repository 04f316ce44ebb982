import { fail, Failure } from '@vermilion/contract/kernel/errors'

/** Codes of `openid-client` and `jose` by what they mean to who signs in; every other error is a refusal. */
const away = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR']
const awayKeys = ['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID']
const clockWrong = ['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', 'ERR_JWT_EXPIRED']

const maxDetailLength = 300

/** An error of the provider, or on the way to it, as a failure with that error as its cause. */
export async function asFailure(error: unknown, provider: string): Promise<Failure> {
  if (error instanceof Failure) return error
  return Object.assign(await failureOf(error, provider), { cause: error })
}

/** Without what else such an error carries: responses with tokens in them. */
export function loggedError(error: unknown): { problem: string; cause?: string; code?: string } {
  if (!(error instanceof Error)) return { problem: String(error) }
  const { cause } = error
  return {
    problem: error.message,
    ...('code' in error ? { code: String(error.code) } : {}),
    ...(cause instanceof Error ? { cause: cause.message } : {}),
  }
}

async function failureOf(error: unknown, provider: string): Promise<Failure> {
  const { AuthorizationResponseError, ResponseBodyError } = await import('openid-client')
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    // The code of this sign-in was used already, or is too old.
    if (error.error === 'invalid_grant') return fail('identity.expired')
    const detail = error.error_description ?? error.error
    return fail('identity.provider-refused', { provider, detail: detail.slice(0, maxDetailLength) })
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (clockWrong.includes(code)) return fail('identity.clock-wrong', { provider })
  // What `fetch` throws when nobody answers is a TypeError.
  if (error instanceof TypeError || away.includes(code) || awayKeys.includes(code))
    return fail('identity.provider-away', { provider })
  const detail = error instanceof Error ? error.message : String(error)
  return fail('identity.provider-refused', { provider, detail: detail.slice(0, maxDetailLength) })
}
