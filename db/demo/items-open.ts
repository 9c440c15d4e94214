/** Basics, children's wear, sportswear. */
export const openItems = `
[Sadepam] Kadın > Tişört
Basic Bisiklet Yaka Tişört | tshirt | beyaz siyah lila mint | women both | 3.80 | Pamuk | Regular
Fitilli Uzun Kollu Tişört | tshirt rib long | haki bordo ekru | women both | 4.90 | Ribana | Slim
[Sadepam] Kadın > Eşofman
Yüksek Bel Tayt | joggers leggings | siyah antrasit | women both | 5.60 | Pamuk Elastan | Slim
[Sadepam] Kadın > Gömlek
Keten Karışımlı Gömlek | shirt band | beyaz pudra | women size | 8.90 | Keten Karışım | Bol Kesim
[Sadepam] Erkek > Tişört
V Yaka Tişört | tshirt v | siyah beyaz gri | men both | 3.90 | Pamuk | Regular Fit
Polo Yaka Tişört | polo | lacivert kirmizi | men both | 6.40 | Pike Pamuk | Regular Fit
[Sadepam] Erkek > Pantolon
Keten Şort | trousers shorts | bej haki | men size | 7.30 | Keten Karışım | Regular Fit
[Koşarca] Erkek > Eşofman
Kapüşonlu Fermuarlı Sweatshirt | sweatshirt hood zip | siyah lacivert gri | men both | 12.90 | Üç İplik | Regular Fit
Şeritli Eşofman Altı | joggers sides | lacivert siyah | men both | 9.40 | Polyester | Slim Fit
Eşofman Takımı | tracksuit zip sides | antrasit kirmizi | men lot | 21.50 | Polyester | Regular Fit
Antrenman Şortu | joggers shorts sides | siyah mavi | men both | 5.20 -TF | Polyester | Regular Fit
[Koşarca] Kadın > Eşofman
Bisiklet Yaka Sweatshirt | sweatshirt waves | mint pudra | women both | 8.70 | İki İplik | Oversize
[Koşarca] Ayakkabı > Spor Ayakkabı
Koşu Ayakkabısı | sneaker | mavi kirmizi siyah | shoes both | 18.60 | Örgü Saya | EVA Taban
Günlük Sneaker | sneaker plain | beyaz siyah | heels both | 15.40 | Suni Deri | EVA Taban
[Koşarca] Aksesuar > Çanta
Sırt Çantası | bag backpack | antrasit lacivert kirmizi! | one both | 11.30 | Su İtici Kumaş | 20 litre
[Minikora] Çocuk > Tişört
Güneş Baskılı Tişört | tshirt sun child | lacivert beyaz | kids both | 3.20 | Pamuk | Regular
Kalpli Tişört | tshirt heart child | pudra beyaz | kids both | 3.20 | Pamuk | Regular
Çizgili Tişört | tshirt stripe child | beyaz mint | kids lot | 3.40 | Pamuk | Regular
[Minikora] Çocuk > Elbise
Çiçekli Kız Çocuk Elbise | dress strap floral mini child | pudra acikmavi | kids both | 7.40 | Pamuk | Regular
[Minikora] Çocuk > Eşofman
Roketli Sweatshirt | sweatshirt rocket child | gri lacivert | kids both | 6.40 | Üç İplik | Regular
Çocuk Jogger | joggers child | gri haki | kids both | 5.10 | İki İplik | Regular
[Minikora] Çocuk > Jean
Beli Lastikli Jean | jeans denim child | mavi koyumavi | kids both | 7.90 | Denim | Regular
[Minikora] Çocuk > Triko
Saç Örgülü Çocuk Kazak | jumper cable child | ekru hardal | kids size | 8.20 -CB | Akrilik | Regular
[Adımlık] Ayakkabı > Terlik ve Sandalet
Bantlı Sandalet | sandal | camel siyah | heels both | 9.80 | Suni Deri | Mantar Taban
[Adımlık] Ayakkabı > Bot
Kışlık Bağcıklı Bot | boot gum | camel antrasit | shoes lot | 22.40 | Suni Deri | Kauçuk Taban
[Adımlık] Aksesuar > Bere
Fitilli Bere | hat | siyah gri | one lot | 2.40 | Akrilik | Standart
`
