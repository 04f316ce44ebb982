import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { ThingGate } from '#ui/page/detail-page.tsx'
import { FileManager } from './file-manager.tsx'
import { text } from './text.ts'
import { TrashPage } from './trash-page.tsx'

export function SpaceFilesPage() {
  const t = useText(text)
  const { id: spaceId } = useParams({ from: '/shell/space/list/file/$id' })
  const { trash } = useSearch({ from: '/shell/space/list/file/$id' })
  const space = useQuery(read(spaceEndpoints.getSpace, { params: { spaceId } }))
  return (
    <ThingGate source={space} nameOf={({ name }) => name} back={<Link to="/space/list">{t('toSpaces')}</Link>}>
      {(loaded) => (trash === true ? <TrashPage space={loaded} /> : <FileManager key={loaded.id} space={loaded} />)}
    </ThingGate>
  )
}
