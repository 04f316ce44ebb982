import { sceneByProducts, type SceneByProduct } from '@vermilion/contract/scenes'
import { useText } from '#lib/i18n.ts'
import { text } from './text.ts'

const byProductWords = { depth: 'depthMap', mask: 'maskMap' } as const satisfies Record<SceneByProduct, string>

interface ByProductsFieldProps {
  id?: string
  value?: SceneByProduct[]
  onChange?: (byProducts: SceneByProduct[]) => void
}

export function ByProductsField({ id, value = [], onChange }: ByProductsFieldProps) {
  const t = useText(text)
  return (
    <fieldset id={id} className="plain-group" aria-label={t('byProducts')}>
      <div className="flex wrap gap-4-16">
        {sceneByProducts.map((one) => (
          <label className="inline-row gap-8 min-height-32 cursor-pointer" key={one}>
            <input
              className="width-16 height-16 margin-0 accent-primary"
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
