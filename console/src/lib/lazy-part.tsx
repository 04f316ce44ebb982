import { type ComponentType, lazy, Suspense } from 'react'

/** A part of a page whose code is loaded when it is first shown: a drawer, a report. Nothing shows meanwhile. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  return function LazyPart(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}
