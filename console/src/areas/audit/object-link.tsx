import { Link } from '@tanstack/react-router'

/** Pages of things, by the name of their id in a path. */
const pages = {
  spaceId: '/space/list/file/$id',
  datasetId: '/data-set/list/file/$id',
  taskId: '/compute/taskdetail/$id',
  deviceId: '/board/list/device/$id',
  rolloutId: '/board/rollouts/rollout/$id',
} as const

const hasPage = (name: string): name is keyof typeof pages => name in pages

/** What a change was about: its name where it has one, a link where there is a page of it. */
export function ObjectLink({ objects }: { objects: Readonly<Record<string, string>> }) {
  const { name, ...ids } = objects
  const [idName, id] = Object.entries(ids)[0] ?? []
  if (idName === undefined || id === undefined) return name
  if (!hasPage(idName)) return name ?? <code>{id}</code>
  return (
    <Link to={pages[idName]} params={{ id }} onClick={(event) => event.stopPropagation()}>
      {name ?? <code>{id}</code>}
    </Link>
  )
}
