import { countProducts } from '#server/documents/catalogue/catalogueProducts.ts'
import * as catalogues from '#server/documents/catalogue/catalogues.ts'
import type { AnyServed } from '#server/http/http.ts'
import { deleteImage, restoreImage, sortImages } from './arrangeImages.ts'
import { findProducts, matchNames } from './matchNames.ts'
import { postImages } from './postImages.ts'
import { originalImage, photoProgress, productPhotos } from './readImages.ts'

export const photoVerbs: AnyServed[] = [
  postImages,
  sortImages,
  deleteImage,
  restoreImage,
  productPhotos,
  originalImage,
  matchNames,
  findProducts,
  photoProgress,
  countProducts,
  catalogues.start,
  catalogues.listOwn,
  catalogues.download,
  catalogues.remove,
]
