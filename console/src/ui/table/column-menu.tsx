import TableOutlined from '@ant-design/icons/es/icons/TableOutlined'
import Button from 'antd/es/button'
import { useText } from '#lib/i18n.ts'
import type { useColumnChoice } from './column-choice.ts'
import type { Column } from './column.ts'
import { Popout } from '../overlay/popout.tsx'
import { text } from '../text.ts'

interface ColumnMenuProps {
  columns: readonly Column<never>[]
  choice: ReturnType<typeof useColumnChoice>
}

export function ColumnMenu({ columns, choice }: ColumnMenuProps) {
  const t = useText(text)
  const optional = columns.filter(isOptional)
  const changed = optional.some(choice.isChanged)
  return (
    <div className="push-right narrow-hidden">
      <Popout
        text={<span>{t('columns')}</span>}
        label={t('columns')}
        icon={<TableOutlined aria-hidden />}
        active={changed}
        align="right"
      >
        <ul className="stack margin-bottom-6">
          {optional.map(({ key, title, asked = false }) => (
            <li key={key}>
              <label className="row gap-8 min-height-32 padding-0-8 radius-6 cursor-pointer hover-ground-tertiary">
                <input
                  className="height-16 margin-0 accent-primary"
                  style={{ width: 16 }}
                  type="checkbox"
                  checked={choice.isShown({ key, asked })}
                  onChange={({ target }) => choice.show(key, target.checked)}
                />
                {title}
              </label>
            </li>
          ))}
        </ul>
        <Button size="small" type="text" disabled={!changed} onClick={choice.reset}>
          {t(optional.some(({ asked = false }) => asked) ? 'usualColumns' : 'allColumns')}
        </Button>
      </Popout>
    </div>
  )
}

export function isOptional({ title }: Column<never>, index: number): boolean {
  return index > 0 && title !== ''
}
