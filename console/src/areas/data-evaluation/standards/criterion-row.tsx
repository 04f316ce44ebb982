import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { criterion, maxCriterionWeight } from '@vermilion/contract/data-evaluations/standards'
import Button from 'antd/es/button'
import Form, { type Rule } from 'antd/es/form'
import Input from 'antd/es/input/Input'
import TextArea from 'antd/es/input/TextArea'
import type { ReactNode } from 'react'
import { formatShare } from '#lib/format.ts'
import { useText } from '#lib/i18n.ts'
import { useSystem } from '#lib/system.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import { rule } from '#ui/form/rules.ts'
import styles from './standards.module.css'
import { text } from './text.ts'
import { Unshown } from './unshown.ts'

export type RowTool = 'up' | 'down' | 'remove'

interface CriterionRowProps {
  at: number
  isLast: boolean
  share: number | null | undefined
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

export function CriterionRow({ at, isLast, share, onMove, onRemove }: CriterionRowProps) {
  const t = useText(text)
  const number = at + 1
  const tools = [
    { tool: 'up', icon: <ArrowUpOutlined aria-hidden />, disabled: at === 0, run: () => onMove(-1) },
    { tool: 'down', icon: <ArrowDownOutlined aria-hidden />, disabled: isLast, run: () => onMove(1) },
    { tool: 'remove', icon: <CloseOutlined aria-hidden />, disabled: false, run: onRemove },
  ] as const satisfies readonly { tool: RowTool; icon: ReactNode; disabled: boolean; run: () => void }[]
  return (
    <fieldset
      className={`${styles['criterion']} relative min-width-0 margin-0-0-14 padding-0-14 border radius-10`}
      data-criterion={at}
    >
      <legend>
        {t('criterion', { number })}
        <small className="note weight-400 tabular" style={{ marginLeft: 8 }}>
          {t('share', { share: formatShare(share) })}
        </small>
      </legend>
      <div className="flex gap-4 justify-end" style={{ padding: '8px 0 6px' }}>
        {tools.map(({ tool, icon, disabled, run }) => (
          <Button
            key={tool}
            type="text"
            size="small"
            data-tool={tool}
            icon={icon}
            disabled={disabled}
            aria-label={t(tool, { number })}
            title={t(tool, { number })}
            onClick={run}
          />
        ))}
      </div>
      <Form.Item name={[at, 'known']} noStyle>
        <Unshown />
      </Form.Item>
      <div className={`${styles['names']} grid columns-2 gap-0-14`}>
        <BothFields at={at} part="name" />
        <Form.Item
          name={[at, 'weight']}
          label={t('weight')}
          required
          rules={[rule(criterion.shape.weight, t('weightUnfit', { most: maxCriterionWeight }))]}
        >
          <NumberInput min={0} max={maxCriterionWeight} />
        </Form.Item>
      </div>
      <div className={`${styles['texts']} grid columns-2 gap-0-14 narrow-columns-1`}>
        <BothFields at={at} part="description" />
      </div>
    </fieldset>
  )
}

const labels = {
  name: { en: 'englishName', zh: 'chineseName' },
  description: { en: 'englishWords', zh: 'chineseWords' },
} as const

function BothFields({ at, part }: { at: number; part: keyof typeof labels }) {
  const t = useText(text)
  const isChinese = useSystem(({ lang }) => lang === 'zh-CN')
  const [own, other] = isChinese ? (['zh', 'en'] as const) : (['en', 'zh'] as const)
  const otherPath = ['criteria', at, part, other]
  const either: Rule = ({ getFieldValue }) => ({
    validator: (_, value: string | undefined) =>
      `${value ?? ''}${String(getFieldValue(otherPath) ?? '')}`.trim() === ''
        ? Promise.reject(new Error(t(part === 'name' ? 'nameMissing' : 'wordsMissing')))
        : Promise.resolve(),
  })
  return [own, other].map((language) => {
    const isOwn = language === own
    const placeholder = isOwn ? (part === 'name' ? '' : t('wordsExample')) : t('likeOther')
    return (
      <Form.Item
        key={language}
        name={[at, part, language]}
        label={t(labels[part][language])}
        {...(isOwn ? { rules: [either], dependencies: [otherPath] } : {})}
      >
        {part === 'name' ? (
          <Input maxLength={100} autoComplete="off" placeholder={placeholder} />
        ) : (
          <TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1_000} placeholder={placeholder} />
        )}
      </Form.Item>
    )
  })
}
