import type { ServiceTest } from '@vermilion/contract/services'
import { useEffect, useRef, useState } from 'react'
import { problemWords } from '#ui/feedback/problem.ts'

export interface ServiceTesting {
  /** The start of a running test in milliseconds since 1970, else null. */
  readonly since: number | null
  readonly result: ServiceTest | null
  readonly problem: string | null
  run: (ask: (signal: AbortSignal) => Promise<ServiceTest>) => void
  cancel: () => void
}

export function useServiceTest(): ServiceTesting {
  const [state, setState] = useState<Pick<ServiceTesting, 'since' | 'result' | 'problem'>>(idle)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const run: ServiceTesting['run'] = (ask) => {
    running.current?.abort()
    const control = new AbortController()
    running.current = control
    setState({ ...idle, since: Date.now() })
    ask(control.signal).then(
      (result) => control.signal.aborted || setState({ ...idle, result }),
      (error: unknown) => control.signal.aborted || setState({ ...idle, problem: problemWords(error) }),
    )
  }
  const cancel = () => {
    running.current?.abort()
    setState(idle)
  }
  return { ...state, run, cancel }
}

const idle = { since: null, result: null, problem: null }
