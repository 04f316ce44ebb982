import type { ServiceKind, ServiceSettings } from '@vermilion/contract/services/kinds'
import type { ServiceTest } from '@vermilion/contract/services'
import type { Clock } from '#platform/clock'
import { calls } from './calls/calls.ts'
import { maxTestSeconds, TestFailed } from './calls/test-failed.ts'

const hidden = '***'

/** Ends when the caller disconnects. */
export async function tryCall<Kind extends ServiceKind>(
  kind: Kind,
  settings: ServiceSettings<Kind>,
  secret: string | null,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<ServiceTest> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(maxTestSeconds * 1_000)])
  const started = performance.now()
  const at = clock.time()
  const outcome = await calls[kind](settings, until).then(
    (facts) => ({ works: true, failure: null, values: {}, facts }),
    (error: unknown) => {
      if (!(error instanceof TestFailed)) throw error
      return { works: false, failure: error.failure, values: error.values, facts: {} }
    },
  )
  return {
    ...outcome,
    at,
    milliseconds: Math.round(performance.now() - started),
    // A service may repeat the secret in its response.
    values: withoutSecret(outcome.values, secret),
    facts: withoutSecret(outcome.facts, secret),
  }
}

function withoutSecret<Texts extends object>(texts: Texts, secret: string | null): Texts {
  if (secret === null) return texts
  const clean = Object.entries(texts).map(([name, text]) => [name, String(text).replaceAll(secret, hidden)])
  return Object.fromEntries(clean) as Texts
}
