import type { Editor } from '@vermilion/canvas/editor/editor'
import type { SegmentPrompt } from '@vermilion/canvas/editor/segments'
import { segmentationEndpoints } from '@vermilion/contract/annotation/segmentation'
import { useEffect, useState } from 'react'
import { call } from '#lib/api.ts'

/** The image that is segmented. */
export interface ImagePlace {
  readonly datasetId: string
  readonly itemId: string
}

type State = { kind: 'preparing' } | { kind: 'ready'; model: string } | { kind: 'failed'; problem: unknown }

/** Milliseconds that the features of an image may take on a slow machine. */
const PREPARING_TIMEOUT = 180_000

/** Milliseconds between two looks at what the pointer only passes over, which are the machine's for drawing. */
const REST = 60
const rest = () => new Promise<void>((resolve) => setTimeout(resolve, REST))

/**
 * Has the server look at the image, and then find what the clicks of an editor mean. `problem` is why the last prompt
 * found nothing, as long as none has found something since.
 */
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
