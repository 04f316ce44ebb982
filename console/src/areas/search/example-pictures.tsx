import type { SearchIndex } from '@vermilion/contract/image-search'
import { maximumPageSize } from '@vermilion/contract/kernel/page'
import { spaceEndpoints } from '@vermilion/contract/spaces'
import { useQuery } from '@tanstack/react-query'
import { useText } from '#lib/i18n.ts'
import { read } from '#lib/query.ts'
import { PictureChoices } from '#ui/files/picture-choices.tsx'
import styles from './search.module.css'
import { text } from './text.ts'

const mostExamples = 8

interface ExamplePicturesProps {
  index: Pick<SearchIndex, 'spaces'>
  onFile: (fileId: string) => void
}

/** Pictures of the newest data spaces in the index, that others can be found like with one press. */
export function ExamplePictures({ index, onFile }: ExamplePicturesProps) {
  const t = useText(text)
  const query = { limit: maximumPageSize, contents: 'true' } as const
  const { data } = useQuery(read(spaceEndpoints.listSpaces, { query }))
  const indexed = new Set(index.spaces.filter((space) => space.indexed > 0).map(({ spaceId }) => spaceId))
  const spaces = data?.items.filter(({ id }) => indexed.has(id)) ?? []
  const examples = spaces.flatMap(({ name, covers = [] }) => covers.map((fileId) => ({ fileId, name })))
  if (examples.length === 0) return null
  const pictures = examples.slice(0, mostExamples).map(({ fileId, name }, at) => ({
    fileId,
    label: t('example', { number: at + 1, name }),
    title: name,
  }))
  return (
    <div className={styles['examples']}>
      <PictureChoices title={t('examples')} columns={4} pictures={pictures} onChoose={onFile} />
    </div>
  )
}
