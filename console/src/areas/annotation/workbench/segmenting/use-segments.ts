import type { Editor } from '@vermilion/canvas/editor/editor'
import type { SegmentPrompt } from '@vermilion/canvas/editor/segments'
import { segmentationEndpoints } from '@vermilion/contract/annotation/segmentation'
import { useEffect, useState } from 'react'
import { call } from '#lib/api.ts'

export interface ImagePlace {
  readonly datasetId: string
  readonly itemId: string
}

type State = { kind: 'preparing' } | { kind: 'ready'; model: string } | { kind: 'failed'; problem: unknown }

/** The timeout for an image's features on a slow machine, in milliseconds. */
const PREPARING_TIMEOUT = 180_000

/** Milliseconds between predictions for a moving pointer, which must leave time for drawing. */
const REST = 60
const rest = () => new Promise<void>((resolve) => setTimeout(resolve, REST))

/** `problem` is the reason of the last failure, until a prompt succeeds. */
export function useSegments(editor: Editor, { datasetId, itemId }: ImagePlace) {
  const [attempt, setAttempt] = useState(0)
  const key = `${itemId} ${attempt}`
  const [state, setState] = useState<{ of: string } & State>({ of: key, kind: 'preparing' })
  const [problem, setProblem] = useState<unknown>(null)

  useEffect(() => {
    const params = { datasetId, itemId }
    const leaving = new AbortController()
    const { signal } = leaving

    async function find(picture: string, { points, box }: SegmentPrompt) {
      const body = { picture, prompt: { points: [...points], ...(box && { box }) } }
      try {
        const segment = await call(segmentationEndpoints.segmentImage, { params, body }, { signal })
        setProblem(null)
        return segment
      } catch (error) {
        if (!signal.aborted) setProblem(error)
        return null
      }
    }

    call(segmentationEndpoints.prepareSegmentation, { params }, { signal, timeout: PREPARING_TIMEOUT }).then(
      ({ picture, model }) => {
        if (signal.aborted) return
        setState({ of: key, kind: 'ready', model })
        editor.segments.attach((prompt) => find(picture, prompt), rest)
      },
      (error: unknown) => !signal.aborted && setState({ of: key, kind: 'failed', problem: error }),
    )
    return () => {
      leaving.abort()
      editor.segments.attach(null)
      editor.segments.clear()
      setProblem(null)
    }
  }, [editor, datasetId, itemId, key])

  const now: State = state.of === key ? state : { kind: 'preparing' }
  return { state: now, problem, retry: () => setAttempt((count) => count + 1) }
}
