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

interface SearchRequest {
  from: number
  direction: 'next' | 'previous'
  /** True to go to the match, false to only count again. */
  go: boolean
}

function after(line: number, direction: SearchRequest['direction']): SearchRequest {
  const previousLine = line > 0 ? line - 1 : Number.MAX_SAFE_INTEGER
  return { from: direction === 'next' ? line + 1 : previousLine, direction, go: true }
}

interface SearchNeeds {
  taskId: string
  instance: string | undefined
  query: string
  matchCase: boolean
  size: number
  /** The line at which a new search begins. */
  start: () => number
  onMatch: (line: number) => void
}

/** Milliseconds before a grown log is searched again. */
const rest = 1_000

// oxlint-disable-next-line max-lines-per-function -- one list of columns or handlers over the same values
export function useLogSearch({ taskId, instance, query, matchCase, size, start, onMatch }: SearchNeeds) {
  const [match, setMatch] = useState<Match | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [request, setAsked] = useState<SearchRequest | null>(null)
  const underWay = useRef(false)
  const waiting = useRef<SearchRequest['direction'][]>([])
  const at = useRef<number | null>(null)
  const [latest, setKnown] = useState({ query, matchCase })
  if (latest.query !== query || latest.matchCase !== matchCase) {
    setKnown({ query, matchCase })
    setMatch(null)
    setAsked(null)
    setFailed(false)
  }
  const begin = useEffectEvent(() => ({
    ...(request ?? { from: start(), direction: 'next' as const, go: true }),
    isNew: request === null,
  }))
  const reportMatch = useEffectEvent((line: number) => onMatch(line))

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
      let question: SearchRequest = first
      let isCancelled = !question.go
      for (;;) {
        const { from, direction } = question
        const input = { params: { taskId }, query: { instance, query, from, direction, matchCase } }
        const response = await call(taskLogEndpoints.searchLog, input, { signal: stop.signal })
        setMatch(response)
        at.current = response.line
        const isComplete = response.searched >= response.size || response.more
        // A partial search may miss the nearest match before a line, or the one after the last.
        if (!isCancelled && response.line !== null && (isComplete || (direction === 'next' && response.line >= from))) {
          isCancelled = true
          reportMatch(response.line)
        }
        if (!isComplete) continue
        const step = waiting.current.shift()
        if (step === undefined || response.line === null) return
        question = after(response.line, step)
        isCancelled = false
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
  }, [taskId, instance, query, matchCase, request])

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
    step(direction: SearchRequest['direction']): void {
      if (query === '') return
      if (underWay.current) waiting.current.push(direction)
      else {
        underWay.current = true
        setAsked(after(at.current ?? start(), direction))
      }
    },
  }
}
