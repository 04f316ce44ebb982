import { datasetImportEndpoints } from '@vermilion/contract/datasets/imports'
import { say } from '@vermilion/contract/kernel/text'
import { useInfiniteQuery } from '@tanstack/react-query'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { readPages } from '#lib/query.ts'
import { useSystem } from '#lib/system.ts'
import { QueryState } from '#ui/feedback/states.tsx'
import { text } from './text.ts'

const step = 50

export function ImportProblems({ importId, count }: { importId: string; count: number }) {
  const t = useText(text)
  const language = useSystem((system) => system.lang)
  const request = { params: { importId }, query: { limit: step } }
  const pages = useInfiniteQuery({
    ...readPages(datasetImportEndpoints.listImportProblems, request),
    enabled: count > 0,
  })
  if (count === 0) return null
  const problems = pages.data?.pages.flatMap(({ items }) => items)
  return (
    <section>
      <h3 className="heading margin-bottom-6">{t('problems', { count })}</h3>
      {(pages.error !== null || problems === undefined) && <QueryState query={pages} height={80} />}
      <ul className="margin-bottom-8 scroll font-13" style={{ maxHeight: 240 }} aria-label={t('problems', { count })}>
        {problems?.map(({ number, file, line, reason }) => (
          <li className="padding-4-0 break-anywhere" key={number}>
            <code>{line === null ? file : `${file}:${line}`}</code> {say(reason, language)}
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button size="small" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </section>
  )
}
