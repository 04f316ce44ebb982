import { fileEndpoints } from '@vermilion/contract/files'
import { mostRepeats } from '@vermilion/contract/generations/config'
import { sceneByProducts, type SceneByProduct } from '@vermilion/contract/scenes'
import Form, { type Rule } from 'antd/es/form'
import Input from 'antd/es/input/Input'
import type { ReactNode } from 'react'
import { FileField, FolderField } from '#areas/files'
import { SpaceSelect } from '#areas/spaces'
import { addressOf } from '#lib/api.ts'
import { useText } from '#lib/i18n.ts'
import { NumberInput } from '#ui/form/number-input.tsx'
import styles from './form.module.css'
import { useIncomplete } from './problem-rule.ts'
import { text } from './text.ts'

interface OptionalPartProps {
  /** Of the box that puts it in use. */
  name: 'usesDepth' | 'usesStyle' | 'usesScore'
  title: string
  hint: string
  children: ReactNode
}

/** A part of the config that is there or not. */
function OptionalPart({ name, title, hint, children }: OptionalPartProps) {
  const isUsed = Form.useWatch<boolean | undefined>(name)
  return (
    <div className={styles['part']}>
      <label className={styles['tick']}>
        <Form.Item name={name} noStyle valuePropName="checked">
          <input type="checkbox" />
        </Form.Item>
        {title}
      </label>
      {isUsed === true && (
        <>
          <p className={styles['note']}>{hint}</p>
          {children}
        </>
      )}
    </div>
  )
}

function StrengthField({ of }: { of: 'depthReference' | 'styleImage' }) {
  const t = useText(text)
  return (
    <Form.Item name={[of, 'strength']} label={t('strength')}>
      <NumberInput filled min={0} max={1} step={0.05} />
    </Form.Item>
  )
}

export function DepthFields() {
  const t = useText(text)
  const incomplete = useIncomplete()
  const spaceId = Form.useWatch<string | undefined>(['depthReference', 'spaceId'])
  return (
    <OptionalPart name="usesDepth" title={t('depth')} hint={t('depthHint')}>
      <div className={styles['two']}>
        <Form.Item
          name={['depthReference', 'spaceId']}
          label={t('space')}
          rules={[{ required: true, message: incomplete }]}
        >
          <SpaceSelect />
        </Form.Item>
        <Form.Item name={['depthReference', 'folder']} label={t('folder')}>
          <FolderField spaceId={spaceId} />
        </Form.Item>
        <StrengthField of="depthReference" />
      </div>
    </OptionalPart>
  )
}

export function StyleFields() {
  const t = useText(text)
  const incomplete = useIncomplete()
  const spaceId = Form.useWatch<string | undefined>(['styleImage', 'spaceId'])
  const fileId = Form.useWatch<string | undefined>(['styleImage', 'fileId'])
  return (
    <OptionalPart name="usesStyle" title={t('style')} hint={t('styleHint')}>
      <div className={styles['two']}>
        <Form.Item name={['styleImage', 'spaceId']} label={t('space')}>
          <SpaceSelect />
        </Form.Item>
        <Form.Item name={['styleImage', 'fileId']} label={t('file')} rules={[{ required: true, message: incomplete }]}>
          <FileField spaceId={spaceId} kinds={['image']} />
        </Form.Item>
        <StrengthField of="styleImage" />
        {fileId !== undefined && fileId !== '' && (
          <img
            className={styles['style']}
            src={addressOf(fileEndpoints.fileThumbnail, { params: { fileId } })}
            alt={t('style')}
          />
        )}
      </div>
    </OptionalPart>
  )
}

export function ScoreFields({ rules }: { rules: Rule[] }) {
  const t = useText(text)
  const incomplete = useIncomplete()
  return (
    <OptionalPart name="usesScore" title={t('score')} hint={t('scoreHint')}>
      <div className={styles['four']}>
        <Form.Item
          name={['score', 'model']}
          label={t('scoreModel')}
          rules={[{ required: true, whitespace: true, message: incomplete }]}
        >
          <Input maxLength={100} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item
          name={['score', 'minimum']}
          label={t('scoreMinimum')}
          dependencies={[['score', 'maximum']]}
          rules={rules}
        >
          <NumberInput filled min={0} max={100} />
        </Form.Item>
        <Form.Item name={['score', 'maximum']} label={t('scoreMaximum')}>
          <NumberInput filled min={0} max={100} />
        </Form.Item>
        <Form.Item name={['score', 'repeats']} label={t('repeats')}>
          <NumberInput filled integer min={0} max={mostRepeats} />
        </Form.Item>
      </div>
    </OptionalPart>
  )
}

const byProductWords = { depth: 'depthMap', mask: 'maskMap' } as const satisfies Record<SceneByProduct, string>

interface ByProductsFieldProps {
  id?: string
  value?: SceneByProduct[]
  onChange?: (byProducts: SceneByProduct[]) => void
}

/** A form field for what is kept beside each image. */
export function ByProductsField({ id, value = [], onChange }: ByProductsFieldProps) {
  const t = useText(text)
  return (
    <fieldset id={id} className={styles['rows']} aria-label={t('byProducts')}>
      <div className={styles['choices']}>
        {sceneByProducts.map((one) => (
          <label key={one}>
            <input
              type="checkbox"
              checked={value.includes(one)}
              onChange={({ target }) =>
                onChange?.(sceneByProducts.filter((each) => (each === one ? target.checked : value.includes(each))))
              }
            />
            {t(byProductWords[one])}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
