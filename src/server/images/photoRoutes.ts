import { countProducts } from '#server/documents/catalogue/catalogueProducts.ts'
import * as catalogues from '#server/documents/catalogue/catalogues.ts'
import type { Serve } from '#server/http.ts'
import * as photoCatalogues from '#shared/photoCatalogues.ts'
import * as photos from '#shared/photos.ts'
import { deleteImage, restoreImage, sortImages } from './arrangeImages.ts'
import { findProducts, matchNames } from './matchNames.ts'
import { postImages } from './postImages.ts'
import { originalImage, photoProgress, productPhotos } from './readImages.ts'

export function photoRoutes(serve: Serve): void {
  serve(photos.postProductImages, postImages)
  serve(photos.sortProductImages, sortImages)
  serve(photos.deleteProductImage, deleteImage)
  serve(photos.restoreProductImage, restoreImage)
  serve(photos.getProductPhotos, productPhotos)
  serve(photos.getOriginalImage, originalImage)
  serve(photos.matchPhotoNames, matchNames)
  serve(photos.findPhotoProducts, findProducts)
  serve(photos.getPhotoProgress, photoProgress)
  serve(photoCatalogues.countCatalogueProducts, countProducts)
  serve(photoCatalogues.startPhotoCatalogue, catalogues.start)
  serve(photoCatalogues.getPhotoCatalogues, catalogues.listOwn)
  serve(photoCatalogues.getPhotoCatalogue, catalogues.download)
  serve(photoCatalogues.deletePhotoCatalogue, catalogues.remove)
}
