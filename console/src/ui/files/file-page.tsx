import type { ReactNode } from 'react'
import { visibleName } from '#lib/visible-name.ts'
import { FileBody, type FileBodyProps } from './file-body.tsx'
import { Page, PageHeading } from '../page/page.tsx'

interface FilePageProps<Item> extends FileBodyProps<Item> {
  name: string
  count: number | undefined
  note: ReactNode
  actions: ReactNode
  tabs?: ReactNode
}

export function FilePage<Item>({ name, count, note, actions, tabs, ...body }: FilePageProps<Item>) {
  return (
    <Page full>
      <PageHeading title={visibleName(name)} count={count} note={note}>
        {actions}
      </PageHeading>
      {tabs}
      <FileBody<Item> {...body} />
    </Page>
  )
}
