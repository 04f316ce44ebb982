import Button from 'antd/es/button'
import { useRef } from 'react'

interface ChoosePictureProps {
  words: string
  primary?: boolean
  onPicture: (picture: File | undefined) => void
}

export function ChoosePicture({ words, primary = false, onPicture }: ChoosePictureProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        style={{ display: 'none' }}
        aria-label={words}
        onChange={({ target }) => {
          onPicture(target.files?.[0])
          target.value = ''
        }}
      />
      <Button type={primary ? 'primary' : 'default'} onClick={() => input.current?.click()}>
        {words}
      </Button>
    </>
  )
}
