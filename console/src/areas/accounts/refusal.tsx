import { useEffect, useState } from 'react'
import { ApiError } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { problemWords } from '#ui/feedback/problem.ts'
import styles from './credential-field.module.css'
import { text } from './text.ts'

interface Refused {
  problem: unknown
  until: number | null
}

export function useRefusal() {
  const [refused, setRefused] = useState<Refused | null>(null)
  const [now, setNow] = useState(0)
  const until = refused?.until ?? null
  useEffect(() => {
    if (until === null) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [until])
  return {
    problem: refused?.problem ?? null,
    /** 0 when the wait is over, null when there was none. */
    seconds: until === null ? null : Math.max(0, Math.ceil((until - now) / 1_000)),
    refuse(problem: unknown) {
      const isThrottled = problem instanceof ApiError && problem.error === 'login.throttled'
      setNow(Date.now())
      setRefused({ problem, until: isThrottled ? Date.now() + Number(problem.values['seconds']) * 1_000 : null })
    },
    clear: () => setRefused(null),
  }
}

type Refusal = ReturnType<typeof useRefusal>

export function isWaiting({ seconds }: Pick<Refusal, 'seconds'>): boolean {
  return seconds !== null && seconds > 0
}

export function RefusalText({ problem, seconds }: Pick<Refusal, 'problem' | 'seconds'>) {
  const t = useText(text)
  if (problem === null) return null
  const max = problem instanceof ApiError ? Number(problem.values['longest']) : 0
  return (
    <div className={`${styles['refusal']} text-error`}>
      <p role="alert">{seconds === null ? problemWords(problem) : t('throttled', { longest: max })}</p>
      {seconds !== null && <p role="timer">{seconds > 0 ? t('tryAgainIn', { seconds }) : t('tryAgainNow')}</p>}
    </div>
  )
}
