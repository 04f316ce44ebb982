import { type FormField, fieldsOf } from '@vermilion/contract/kernel/form'
import type { ExecutorKind } from '@vermilion/contract/tasks/executors'
import { poolSettings } from '@vermilion/contract/tasks/pool-settings'
import type { Pool, PoolCreate } from '@vermilion/contract/tasks/pools'
import Form from 'antd/es/form'
import { useEffect } from 'react'
import { useText } from '#lib/i18n.ts'
import { FoldedFields } from '#ui/form/folded-fields.tsx'
import { defaultsOf, type FieldWords, SchemaFields } from '#ui/form/schema-form.tsx'
import { settingsText } from './settings-text.ts'

type Key = Exclude<keyof (typeof settingsText)['en'], 'urlRule'>

interface ClusterFieldsProps {
  executor: ExecutorKind
  pool: Pool | undefined
}

/** Shows the settings that a cluster needs; the optional ones are folded. */
export function ClusterFields({ executor, pool }: ClusterFieldsProps) {
  const t = useText(settingsText)
  const form = Form.useFormInstance<PoolCreate>()
  const schema = poolSettings[executor]
  // Also of a form that was restored, without settings, since they may hold secrets.
  useEffect(() => {
    if (schema !== null)
      form.setFieldValue('settings', { ...defaultsOf(schema), ...(form.getFieldValue('settings') as object) })
  }, [form, schema])
  if (schema === null) return null
  const isUsual = ({ required, default: initial, control }: FormField) =>
    required || control === 'secret' || (initial !== undefined && control !== 'switch')
  const fields = { schema, words: sayField, under: 'settings', stored: hasSecret() ? 'kept' : 'none' } as const
  return (
    <>
      <SchemaFields {...fields} only={isUsual} />
      <FoldedFields title={t('more')} names={['settings']} isUnusual={hasUnusual}>
        <SchemaFields {...fields} only={(field) => !isUsual(field)} />
      </FoldedFields>
    </>
  )

  function hasUnusual(values: object): boolean {
    const settings = (values as Pick<PoolCreate, 'settings'>).settings ?? {}
    return fieldsOf(schema!).some(
      (field) => !isUsual(field) && (settings[field.name] ?? field.default) !== field.default,
    )
  }

  function hasSecret(): boolean {
    return fieldsOf(schema!).some(({ name, control }) => control === 'secret' && pool?.secrets.includes(name))
  }

  function sayField({ name, control, placeholder = '', options }: FormField): FieldWords {
    const hint = `${name}Hint`
    const rule = control === 'secret' ? t('secretRule') : t('rule')
    return {
      label: t(name as Key),
      hint: hint in settingsText.en ? t(hint as Key) : undefined,
      rule: control === 'url' ? t('urlRule', { example: placeholder }) : rule,
      options: Object.fromEntries(options.map((option) => [option, t(`${name}-${option}` as Key)])),
    }
  }
}
