/** Pictures that browsers decode by themselves. */
export const shownTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/bmp']
/** Pictures that this server decodes: they have thumbnails and previews. */
export const decodedTypes = [...shownTypes, 'image/tiff']
