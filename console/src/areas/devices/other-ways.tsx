import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import { type RowAction, RowMenu } from '#ui/menu/row-menu.tsx'
import { text } from './text.ts'

const usual = 2

export function OtherWays({ actions }: { actions: readonly RowAction[] }) {
  return (
    <span className="inline-row gap-8 narrow-hidden">
      {actions.slice(0, usual).map(({ key, words, run }) => (
        <Button key={key} onClick={run}>
          {words}
        </Button>
      ))}
    </span>
  )
}

export function OtherWaysMenu({ actions }: { actions: readonly RowAction[] }) {
  const t = useText(text)
  return (
    <>
      <span className="inline-row gap-8 narrow-hidden">
        <RowMenu label={t('otherWays')} actions={actions.slice(usual)} />
      </span>
      <span className="hidden narrow-inline-flex">
        <RowMenu label={t('otherWays')} actions={actions} />
      </span>
    </>
  )
}
