import { taskLogEndpoints } from '@vermilion/contract/tasks/logs'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '#lib/api.ts'

export interface Match {
  count: number
  more: boolean
  line: number | null
  place: number | null
  searched: number
  size: number
}

interface Asked {
  from: number
  direction: 'next' | 'previous'
  /** Whether the match is gone to, or only counted anew. */
  go: boolean
}

/** The question for the match after a line, or before it. */
function after(line: number, direction: Asked['direction']): Asked {
  const before = line > 0 ? line - 1 : Number.MAX_SAFE_INTEGER
  return { from: direction === 'next' ? line + 1 : before, direction, go: true }
}

interface SearchNeeds {
  taskId: string
  instance: string | undefined
  query: string
  matchCase: boolean
  /** Bytes of the log: when there are more, it is searched on. */
  size: number
  /** The line at which a new search begins. */
  start: () => number
  onMatch: (line: number) => void
}

/** Milliseconds after which a log that has grown is searched on. */
const rest = 1_000

/** A text in a log: how many lines hold it, and which of them one is at. */
export function useLogSearch({ taskId, instance, query, matchCase, size, start, onMatch }: SearchNeeds) {
  const [match, setMatch] = useState<Match | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const underWay = useRef(false)
  /** Steps that were asked for meanwhile. */
  const waiting = useRef<Asked['direction'][]>([])
  /** The line of the match, also before it is drawn. */
  const at = useRef<number | null>(null)
  const [known, setKnown] = useState({ query, matchCase })
  if (known.query !== query || known.matchCase !== matchCase) {
    setKnown({ query, matchCase })
    setMatch(null)
    setAsked(null)
    setFailed(false)
  }
  const begin = useEffectEvent(() => ({
    ...(asked ?? { from: start(), direction: 'next' as const, go: true }),
    isNew: asked === null,
  }))
  const found = useEffectEvent((line: number) => onMatch(line))

  useEffect(() => {
    underWay.current = query !== ''
    if (query === '') return
    const stop = new AbortController()
    const first = begin()
    if (first.isNew) {
      waiting.current = []
      at.current = null
    }
    const search = async () => {
      setBusy(true)
      setFailed(false)
      let question: Asked = first
      let gone = !question.go
      for (;;) {
        const { from, direction } = question
        const given = { params: { taskId }, query: { instance, query, from, direction, matchCase } }
        const answer = await call(taskLogEndpoints.searchLog, given, { signal: stop.signal })
        setMatch(answer)
        at.current = answer.line
        const whole = answer.searched >= answer.size || answer.more
        // What is searched so far may not hold the nearest match before a line, or the one after the last.
        if (!gone && answer.line !== null && (whole || (direction === 'next' && answer.line >= from))) {
          gone = true
          found(answer.line)
        }
        if (!whole) continue
        const step = waiting.current.shift()
        if (step === undefined || answer.line === null) return
        question = after(answer.line, step)
        gone = false
      }
    }
    search()
      .catch(() => stop.signal.aborted || setFailed(true))
      .finally(() => {
        if (stop.signal.aborted) return
        underWay.current = false
        setBusy(false)
      })
    return () => stop.abort()
    // eslint-disable-next-line react/exhaustive-effect-dependencies -- a new question is asked anew
  }, [taskId, instance, query, matchCase, asked])

  const isBehind = query !== '' && match !== null && !busy && size > match.size
  useEffect(() => {
    if (!isBehind || match === null) return
    const timer = setTimeout(
      () => setAsked({ from: match.line ?? 0, direction: 'next', go: match.line === null }),
      rest,
    )
    return () => clearTimeout(timer)
  }, [isBehind, match])

  return {
    match,
    busy,
    failed,
    step(direction: Asked['direction']): void {
      if (query === '') return
      if (underWay.current) waiting.current.push(direction)
      else {
        underWay.current = true
        setAsked(after(at.current ?? start(), direction))
      }
    },
  }
}
