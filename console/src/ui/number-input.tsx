import type { InputProps } from 'antd/es/input'
import Input from 'antd/es/input/Input'

interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange' | 'type' | 'min' | 'max'> {
  value?: number | null
  onChange?: (value: number | null) => void
  min?: number
  max?: number
  /** Fractions are rounded when the field is left. */
  whole?: boolean
}

/** A field for a number: the browser's own, which speaks the user's language and weighs nothing. */
export function NumberInput({ value, onChange, whole = false, min, max, onBlur, ...rest }: NumberInputProps) {
  const settled = (typed: number) => {
    const kept = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, typed))
    return whole ? Math.round(kept) : kept
  }
  return (
    <Input
      step={whole ? 1 : 'any'}
      {...rest}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      type="number"
      value={value ?? ''}
      onChange={({ target }) => onChange?.(Number.isNaN(target.valueAsNumber) ? null : target.valueAsNumber)}
      onBlur={(event) => {
        if (typeof value === 'number' && settled(value) !== value) onChange?.(settled(value))
        onBlur?.(event)
      }}
    />
  )
}
